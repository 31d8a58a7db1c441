// The Javadoc of all published modules as one: the exported packages, in groups named after the artifacts.
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {filesBelow, read, ROOT} from './repository.mjs';

const PUBLISHED = '<unpublished>false</unpublished>';
const CLASS_PATH = 'target/quick/class-path.txt';

/** The module in Kotlin: Dokka writes its pages, in the form of Javadoc. */
const KOTLIN = 'integrations/kotlin';

/** Returns the folders of the published modules with Java code, in the order of the build. */
export function publishedModules() {
  const modules = [...read('pom.xml').matchAll(/<module>(.+?)<\/module>/g)].map(found => found[1]);
  return modules.filter(module => read(module + '/pom.xml').includes(PUBLISHED)
    && fs.existsSync(path.join(ROOT, module, 'src/main/java')));
}

function artifactOf(module) {
  return /<\/parent>[^]*?<artifactId>(.+?)<\/artifactId>/.exec(read(module + '/pom.xml'))[1];
}

/** Returns the files of a module's public packages, by package: those that it exports, or, if it is no module of Java, those that are not internal. */
function publicPackages(module) {
  const folder = module + '/src/main/java';
  const packages = new Map();
  for (const file of filesBelow(folder).filter(name => name.endsWith('.java') && name !== folder + '/module-info.java')) {
    const name = path.posix.dirname(path.posix.relative(folder, file)).replaceAll('/', '.');
    packages.set(name, [...(packages.get(name) || []), file]);
  }
  const descriptor = path.join(ROOT, folder, 'module-info.java');
  const exported = fs.existsSync(descriptor)
    ? new Set([...fs.readFileSync(descriptor, 'utf8').matchAll(/exports ([\w.]+);/g)].map(found => found[1]))
    : new Set([...packages.keys()].filter(name => !name.includes('.internal')));
  return [...packages].filter(([name]) => exported.has(name));
}

/** Returns the names of the packages whose types have Javadoc: not those that are written in Kotlin. */
export function packagesOf(modules) {
  const hasTypes = ([, files]) => files.some(file => !file.endsWith('/package-info.java'));
  return modules.flatMap(module => publicPackages(module).filter(hasTypes).map(([name]) => name));
}

/** Compiles the modules, and returns the class path of all of them. */
export function compile(modules) {
  const maven = path.join(ROOT, 'mvnw');
  execFileSync(maven, ['-q', '-B', '-ntp', '-Dquick', '-Dmaven.test.skip=true', '-pl', modules.join(','), '-am', 'process-classes',
    'dependency:build-classpath', '-Dmdep.outputFile=' + CLASS_PATH], {cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit']});
  const entries = modules.flatMap(module => [path.join(ROOT, module, 'target/quick/classes'),
    ...read(module + '/' + CLASS_PATH).trim().split(path.delimiter)]);
  return [...new Set(entries)].join(path.delimiter);
}

/** Writes the pages of the functions and types in Kotlin into the folder `kotlin` of the Javadoc. */
export function writeKotlin(folder) {
  execFileSync(path.join(ROOT, 'mvnw'), ['-q', '-B', '-ntp', '-Dquick', '-Dmaven.test.skip=true', '-Djavadoc', '-pl', KOTLIN, '-am', 'process-classes'],
    {cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit']});
  fs.cpSync(path.join(ROOT, KOTLIN, 'target/quick/dokka'), path.join(folder, 'kotlin'), {recursive: true});
  addIcons(path.join(folder, 'kotlin'), '../../');
}

/**
 * Writes the Javadoc.
 *
 * @param modules the folders of the modules
 * @param classPath the classes of the modules and of their dependencies
 * @param folder the folder to write, emptied before
 * @param work the folder for the list of arguments
 * @param hasKotlin whether its pages link to those in Kotlin
 */
export function writeJavadoc(modules, classPath, folder, work, hasKotlin) {
  fs.rmSync(folder, {recursive: true, force: true});
  const files = [];
  const args = ['-d', folder, '-classpath', classPath, '-encoding', 'UTF-8', '-docencoding', 'UTF-8', '-charset', 'UTF-8', '-quiet',
    '-protected', '-notimestamp', '-Xdoclint:none', '--release', '17', '-windowtitle', 'Reprise API', '-doctitle', 'Reprise API',
    '-header', '<a href="{@docRoot}/../index.html">Reprise</a>' + (hasKotlin ? ' · <a href="{@docRoot}/kotlin/dev/reprise/kotlin/package-summary.html">Kotlin API</a>' : ''), '--add-stylesheet', path.join(ROOT, 'docs/.vitepress/site/javadoc.css')];
  for (const module of modules) {
    const packages = publicPackages(module);
    args.push('-group', artifactOf(module), packages.map(([name]) => name).join(':'));
    files.push(...packages.flatMap(([, each]) => each.map(name => path.join(ROOT, name))));
  }
  const list = path.join(work, 'javadoc.txt');
  fs.mkdirSync(work, {recursive: true});
  fs.writeFileSync(list, [...args, ...files].map(each => '"' + each.replaceAll('\\', '\\\\').replaceAll('"', '\\"') + '"').join('\n'));
  const home = process.env.JAVA_HOME;
  execFileSync(home ? path.join(home, 'bin', 'javadoc') : 'javadoc', ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC', '@' + list],
    {stdio: ['ignore', 'inherit', 'inherit']});
  removeMissingFonts(folder);
  addIcons(folder, '../');
}

/** Gives each page the icon of the site: browsers look for it at a place of their own otherwise. */
function addIcons(folder, up) {
  for (const entry of fs.readdirSync(folder, {withFileTypes: true})) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      addIcons(file, up + '../');
    } else if (entry.name.endsWith('.html')) {
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('</title>', '</title>\n<link rel="icon" href="' + up + 'logo.svg">'));
    }
  }
}

/** Some JDKs leave out the fonts that the style sheet imports; newer ones have the style sheet in a folder of its own. */
function removeMissingFonts(folder) {
  const home = [folder, path.join(folder, 'resource-files')].find(each => fs.existsSync(path.join(each, 'stylesheet.css')));
  if (home === undefined) {
    throw new Error('the Javadoc in ' + folder + ' has no stylesheet.css');
  }
  const sheet = path.join(home, 'stylesheet.css');
  const css = fs.readFileSync(sheet, 'utf8');
  fs.writeFileSync(sheet, css.replace(/@import url\('([^']+)'\);/g, (all, file) => fs.existsSync(path.join(home, file)) ? all : ''));
}
