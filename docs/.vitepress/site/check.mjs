// Checks the built site: every link of a page leads to a page, a file or an anchor of the site, and no page loads anything from elsewhere.
import fs from 'node:fs';
import path from 'node:path';

const TAG = /<(a|img|script|link|source|iframe)\b([^>]*)>/g;
const ATTRIBUTE = /\b(href|src)="([^"]*)"/;
const FOREIGN = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i;
const OTHER = /^(?:mailto|data|javascript):/i;

function htmlFiles(folder) {
  return fs.readdirSync(folder, {withFileTypes: true}).flatMap(entry => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? htmlFiles(file) : entry.name.endsWith('.html') ? [file] : [];
  });
}

function decoded(text) {
  return decodeURIComponent(text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"'));
}

/**
 * Returns what is wrong with the links of a built site.
 *
 * @param site the folder with the site
 * @param base the path of the site on its server
 * @param skipped the folders whose own links are not checked, though links into them are
 */
export function deadLinks(site, base, skipped) {
  const anchors = new Map();
  const anchorsOf = file => {
    if (!anchors.has(file)) {
      const html = fs.readFileSync(file, 'utf8');
      anchors.set(file, new Set([...html.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(found => decoded(found[1]))));
    }
    return anchors.get(file);
  };
  const problem = (page, tag, address) => {
    if (FOREIGN.test(address)) {
      return tag === 'a' ? '' : 'is loaded from another site';
    }
    if (OTHER.test(address)) {
      return '';
    }
    const [place, anchor] = address.replace(/\?[^#]*/, '').split('#', 2);
    if (place.startsWith('/') && !place.startsWith(base)) {
      return 'is outside of ' + base;
    }
    let file = place === '' ? page : place.startsWith('/') ? path.join(site, decoded(place.slice(base.length)))
      : path.resolve(path.dirname(page), decoded(place));
    if (place.endsWith('/') || place.endsWith('/.') || file === site) {
      file = path.join(file, 'index.html');
    }
    if (!fs.existsSync(file) || !fs.statSync(file).isFile()) {
      return 'does not exist';
    }
    return anchor && file.endsWith('.html') && !anchorsOf(file).has(decoded(anchor)) ? 'has no such anchor' : '';
  };
  const found = new Set();
  for (const page of htmlFiles(site)) {
    const name = path.relative(site, page).split(path.sep).join('/');
    if (skipped.some(folder => name.startsWith(folder + '/'))) {
      continue;
    }
    for (const [, tag, attributes] of fs.readFileSync(page, 'utf8').matchAll(TAG)) {
      const address = ATTRIBUTE.exec(attributes)?.[2];
      const wrong = address && problem(page, tag, address);
      if (wrong) {
        found.add(name + ': ' + address + ' ' + wrong);
      }
    }
  }
  return [...found];
}
