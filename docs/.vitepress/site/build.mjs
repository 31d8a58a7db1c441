// Builds the site; docs/build-site calls it.
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {deadLinks} from './check.mjs';
import {compile, packagesOf, publishedModules, writeJavadoc, writeKotlin} from './javadoc.mjs';
import {BUILT, copyLab} from './lab.mjs';
import {ROOT} from './repository.mjs';
import {stage} from './stage.mjs';

const HELP = `docs/build-site [options]

  --base PATH        the path of the site on its server, with / at both ends; default /
  --edit URL         where a page is edited: its path in the repository is appended; without it, pages have no such link
  --pages            build the pages only, with the Javadoc and the Lab of the last build
  --lab DIR          the built files of the Lab, instead of building the module
  --class-path PATH  the class path for the Javadoc, instead of compiling the modules
  --modules LIST     the modules that have Javadoc, separated by commas; default: all that are published
  --out DIR          the folder that is written; default target/site
  --check DIR        only check the links of a built site
  --help             print this
`;

const OPTIONS = {
  base: {type: 'string', default: '/'},
  edit: {type: 'string', default: ''},
  pages: {type: 'boolean', default: false},
  lab: {type: 'string'},
  'class-path': {type: 'string'},
  modules: {type: 'string'},
  out: {type: 'string', default: path.join(ROOT, 'target/site')},
  check: {type: 'string'},
  help: {type: 'boolean', default: false}
};

function fail(message) {
  process.stderr.write('build-site: ' + message + '\n');
  process.exit(1);
}

function options() {
  try {
    const {values} = parseArgs({options: OPTIONS});
    if (!/^\/(?:[^?#\s]*\/)?$/.test(values.base)) {
      fail('--base must begin and end with /, but was ' + values.base);
    }
    return values;
  } catch (mistake) {
    return fail(mistake.message + '\n\n' + HELP);
  }
}

/** Installs VitePress and the fonts as package-lock.json pins them, unless they are there. */
function install(out) {
  const lock = fs.readFileSync(path.join(ROOT, 'docs/.vitepress/package-lock.json'), 'utf8');
  const installed = path.join(out, 'installed-lock.json');
  if (fs.existsSync(installed) && fs.readFileSync(installed, 'utf8') === lock) {
    return;
  }
  fs.mkdirSync(out, {recursive: true});
  for (const name of ['package.json', 'package-lock.json']) {
    fs.copyFileSync(path.join(ROOT, 'docs/.vitepress', name), path.join(out, name));
  }
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], {cwd: out, stdio: ['ignore', 'inherit', 'inherit']});
  fs.writeFileSync(installed, lock);
}

/** Writes Javadoc and Lab into folders beside the pages, so that they can be used again. */
function buildParts(options, modules, api, lab) {
  const built = fs.existsSync(path.join(api, 'index.html')) && fs.existsSync(path.join(lab, 'index.html'));
  if (options.pages && built) {
    return;
  }
  const classPath = options['class-path'] ?? compile(options.lab ? modules : [...new Set([...modules, 'lab'])]);
  const hasKotlin = !options.modules;
  writeJavadoc(modules, classPath, api, options.out, hasKotlin);
  if (hasKotlin) {
    writeKotlin(api);
  }
  fs.rmSync(lab, {recursive: true, force: true});
  copyLab(options.lab ?? BUILT, lab);
}

function buildPages(options, modules, html) {
  const pages = path.join(options.out, 'pages');
  stage(pages, {base: options.base, edit: options.edit, html, cache: path.join(options.out, 'cache'), packages: packagesOf(modules)});
  const vitepress = path.join(options.out, 'node_modules/vitepress/bin/vitepress.js');
  execFileSync(process.execPath, [vitepress, 'build', pages], {cwd: options.out, stdio: ['ignore', 'inherit', 'inherit']});
}

/** Copies the licences of what the pages contain: VitePress, with what it brings into a browser, and the fonts. */
function copyLicences(out, html) {
  const {dependencies} = JSON.parse(fs.readFileSync(path.join(out, 'package.json'), 'utf8'));
  for (const name of [...Object.keys(dependencies), 'vue', '@vueuse/core', 'minisearch', 'mark.js', 'focus-trap', 'tabbable']) {
    const folder = path.join(out, 'node_modules', name);
    const licence = fs.readdirSync(folder).find(each => /^licen[cs]e/i.test(each));
    fs.cpSync(path.join(folder, licence), path.join(html, 'licences', name.replace('@', '').replace('/', '-') + '.txt'));
  }
}

function check(html, base) {
  // Javadoc's tool makes the links of its own pages.
  const dead = deadLinks(html, base, ['api']);
  if (dead.length > 0) {
    fail(dead.length + ' dead links:\n' + dead.join('\n'));
  }
}

const chosen = options();
if (chosen.help) {
  process.stdout.write(HELP);
} else if (chosen.check) {
  check(path.resolve(chosen.check), chosen.base);
} else {
  chosen.out = path.resolve(chosen.out);
  const html = path.join(chosen.out, 'html');
  const api = path.join(chosen.out, 'api');
  const lab = path.join(chosen.out, 'lab');
  const modules = chosen.modules ? chosen.modules.split(',') : publishedModules();
  install(chosen.out);
  buildParts(chosen, modules, api, lab);
  buildPages(chosen, modules, html);
  fs.cpSync(api, path.join(html, 'api'), {recursive: true});
  fs.cpSync(lab, path.join(html, 'lab'), {recursive: true});
  copyLicences(chosen.out, html);
  check(html, chosen.base);
  process.stdout.write('built ' + html + '\n');
}
