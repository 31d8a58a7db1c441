// Copies the pages of the repository into the folder that VitePress reads, and writes a page for each source file that they link to.
import fs from 'node:fs';
import path from 'node:path';
import {hasDarkRules, modesOf} from './links.mjs';
import {filesBelow, isFolder, pages, placeOf, read, ROOT, sourceFile, targetOf} from './repository.mjs';

const LINK = /\]\(([^)\s]+)\)/g;
const CODE = /^(```+)[^\n]*\n.*?^\1$|`[^`\n]*`/gms;
const LANGUAGES = {java: 'java', kt: 'kotlin', yaml: 'yaml', yml: 'yaml', xml: 'xml', json: 'json', md: 'md', sh: 'sh', proto: 'proto', sql: 'sql'};
const TEXT = new Set([...Object.keys(LANGUAGES), 'csv', 'properties', 'txt']);

/** Returns the names of the files that a page links to. */
function linked(page) {
  const text = read(page).replace(CODE, '');
  return [...text.matchAll(LINK)].map(found => targetOf(page, found[1])).filter(Boolean).map(target => target.name);
}

/** Returns the names of the source files and folders to be shown: those that pages link to, and what is in such a folder. */
function sources() {
  const found = new Set();
  const add = name => {
    if (placeOf(name).startsWith('source/') && !found.has(name)) {
      found.add(name);
      if (isFolder(name)) {
        fs.readdirSync(path.join(ROOT, name)).map(each => name + '/' + each).forEach(add);
      }
    }
  };
  pages().flatMap(linked).forEach(add);
  return [...found].sort();
}

function head(title) {
  return '---\ntitle: "' + title + '"\nsearch: false\noutline: false\nsource: true\n---\n\n';
}

function sourcePage(name) {
  const title = path.posix.basename(name);
  const up = path.posix.dirname(name);
  const where = '`' + up + '`\n\n';
  if (isFolder(name)) {
    const inside = fs.readdirSync(path.join(ROOT, name)).sort();
    const entry = each => '- [' + each + '](' + (isFolder(name + '/' + each) ? './' + each + '/index.md' : './' + sourceFile(each)) + ')\n';
    return head(title) + '# ' + title + '\n\n' + where + inside.map(entry).join('');
  }
  const ending = path.posix.extname(name).slice(1);
  const text = read(name).replace(/\n?$/, '\n');
  if (ending && !TEXT.has(ending)) {
    throw new Error('a page links to ' + name + ', which is not shown as text');
  }
  return head(title) + '# ' + title + '\n\n' + where + '``````' + (LANGUAGES[ending] || 'txt') + '\n' + text + '``````\n';
}

function write(folder, place, content) {
  const file = path.join(folder, place);
  fs.mkdirSync(path.dirname(file), {recursive: true});
  fs.writeFileSync(file, content);
}

/**
 * Fills the folder, and writes the origin of each page into origins.json.
 *
 * @param folder the folder that VitePress reads; emptied before
 * @param settings what the configuration reads, such as whether there is Javadoc
 */
export function stage(folder, settings) {
  fs.rmSync(folder, {recursive: true, force: true});
  fs.cpSync(path.join(ROOT, 'docs/.vitepress'), path.join(folder, '.vitepress'), {recursive: true});
  const origins = {};
  for (const name of pages()) {
    origins[placeOf(name)] = name;
    write(folder, placeOf(name), read(name));
  }
  for (const name of sources()) {
    write(folder, placeOf(name), sourcePage(name));
  }
  fs.cpSync(path.join(ROOT, 'docs/.vitepress/public'), path.join(folder, 'public'), {recursive: true});
  const twoColoured = [];
  for (const name of filesBelow('docs').filter(name => !name.endsWith('.md') && name !== 'docs/build-site')) {
    const place = 'public/' + placeOf(name);
    write(folder, place, fs.readFileSync(path.join(ROOT, name)));
    if (name.endsWith('.svg') && hasDarkRules(read(name))) {
      twoColoured.push(name);
      Object.entries(modesOf(read(name))).forEach(([mode, svg]) => write(folder, place.replace(/svg$/, mode + '.svg'), svg));
    }
  }
  write(folder, '.vitepress/staged.json', JSON.stringify({...settings, origins, twoColoured, root: ROOT}, null, 1));
}
