// Makes links between files of the repository lead to the pages of the site.
import {addressOf, placeOf, targetOf} from './repository.mjs';

const DARK_RULES = 'prefers-color-scheme: dark';

/** The anchors of GitHub, so that a link to a heading works there and here. */
export function slugOf(heading) {
  return heading.trim().toLowerCase().replace(/[^\p{L}\p{N}\p{Pc}\- ]/gu, '').replace(/ /g, '-');
}

/**
 * Changes the links and pictures of pages.
 *
 * @param md the parser of VitePress
 * @param base the path of the site on its server
 * @param origins the name of the file in the repository, by place of the page
 * @param isTwoColoured whether a file is a picture with rules for dark screens
 */
export function rewriteLinks(md, base, origins, isTwoColoured) {
  md.core.ruler.push('code-blocks', state => {
    // Indented code looks like fenced code.
    state.tokens.filter(token => token.type === 'code_block').forEach(token => Object.assign(token, {type: 'fence', info: 'txt'}));
  });
  md.core.ruler.push('repository-links', state => {
    const from = origins[state.env.relativePath];
    if (!from) {
      return;
    }
    for (const token of state.tokens.flatMap(block => block.children || [])) {
      const attribute = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : '';
      const target = attribute && targetOf(from, token.attrGet(attribute));
      if (target) {
        const place = placeOf(target.name);
        token.attrSet(attribute, addressOf(place) + target.anchor);
        if (token.type === 'link_open' && !place.endsWith('.md')) {
          // A file, which the router of VitePress must leave to the browser; its parser then does not add the base.
          token.attrSet('href', base + place);
          token.attrSet('target', '_self');
        }
        if (token.type === 'image' && isTwoColoured(target.name)) {
          token.attrJoin('class', 'two-coloured');
        }
      }
    }
  });
  const image = md.renderer.rules.image;
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (!/(^| )two-coloured( |$)/.test(token.attrGet('class') || '')) {
      return image(tokens, index, options, env, self);
    }
    const pictures = ['light', 'dark'].map(mode => {
      const src = token.attrGet('src').replace(/\.svg$/, '.' + mode + '.svg');
      return `<img class="on-${mode}" src="${src}" alt="${md.utils.escapeHtml(token.content)}">`;
    });
    // Scrolls on a narrow screen, by keys too.
    return '<span class="picture" tabindex="0">' + pictures.join('') + '</span>';
  };
}

/**
 * Makes the types in tables of packages and types lead to their Javadoc.
 *
 * @param md the parser of VitePress
 * @param packages the packages that have Javadoc
 * @param base the path of the site on its server
 */
export function linkTypes(md, packages, base) {
  const documented = new Set(packages);
  md.core.ruler.push('types', state => {
    let heading = '';
    let first = '';
    state.tokens.forEach((cell, i) => {
      const before = state.tokens[i - 1]?.type;
      if (cell.type === 'thead_open') {
        heading = '';
      } else if (cell.type === 'inline' && before === 'th_open') {
        heading += cell.content + ',';
      } else if (cell.type === 'inline' && before === 'td_open' && heading === 'package,types,') {
        if (state.tokens[i - 2].type === 'tr_open') {
          first = cell.content.replaceAll('`', '');
        } else if (documented.has(first)) {
          cell.children = cell.children.flatMap(token => token.type === 'code_inline' ? linked(state, token, base + 'api/' + first.replaceAll('.', '/')) : [token]);
        }
      }
    });
  });
}

function linked(state, token, folder) {
  const open = new state.Token('html_inline', '', 0);
  open.content = '<a href="' + folder + '/' + token.content + '.html" target="_self">';
  const close = new state.Token('html_inline', '', 0);
  close.content = '</a>';
  return [open, token, close];
}

export function hasDarkRules(svg) {
  return svg.includes(DARK_RULES);
}

/** Splits a picture, whose dark colours depend on the screen, into one for each mode, since the reader can select the mode of the site. */
export function modesOf(svg) {
  const rules = /@media screen and \(prefers-color-scheme: dark\)\{((?:[^{}]*\{[^{}]*\})*)\}/;
  return {light: svg.replace(rules, ''), dark: svg.replace(rules, '$1')};
}
