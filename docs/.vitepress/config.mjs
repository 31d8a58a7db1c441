import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {defineConfig} from 'vitepress';

const here = path.dirname(fileURLToPath(import.meta.url));
const staged = JSON.parse(fs.readFileSync(path.join(here, 'staged.json'), 'utf8'));
const load = module => import(path.join(staged.root, 'docs/.vitepress/site', module));
const {linkTypes, rewriteLinks, slugOf} = await load('links.mjs');
const {sidebarOf} = await load('order.mjs');

const guide = sidebarOf('docs/guide/README.md');
const reference = sidebarOf('docs/reference/README.md');
const design = sidebarOf('docs/design/README.md');

const nav = [
  {text: 'Guide', link: '/guide/', activeMatch: '^/guide/'},
  {text: 'Reference', link: '/reference/', activeMatch: '^/reference/'},
  {text: 'Design', link: '/design/', activeMatch: '^/design/'},
  {text: 'API', link: '/api/', target: '_self', noIcon: true},
  {text: 'Lab', link: '/lab/', target: '_self', noIcon: true}
];

/** Renders a page for the index of the search: a source file not at all, and code without colours, which takes most of the time. */
function plainly(md, source, env) {
  if (/^---\n[^]*?^search: false$/m.test(source)) {
    return '';
  }
  const {highlight} = md.options;
  md.options.highlight = code => '<pre><code>' + md.utils.escapeHtml(code) + '</code></pre>';
  try {
    return md.render(source, env);
  } finally {
    md.options.highlight = highlight;
  }
}

export default defineConfig({
  title: 'Reprise',
  description: 'Retries for the JVM that are correct, bounded and explained.',
  lang: 'en',
  base: staged.base,
  outDir: staged.html,
  cacheDir: staged.cache,
  // A page is a file that ends with .html, so that every file server can serve the site.
  cleanUrls: false,
  metaChunk: true,
  vite: {build: {chunkSizeWarningLimit: 1500}}, // the index of the search
  head: [
    ['link', {rel: 'icon', type: 'image/svg+xml', href: staged.base + 'logo.svg'}],
    ['meta', {name: 'theme-color', content: '#fbfaf7'}]
  ],
  markdown: {
    theme: {light: 'github-light-high-contrast', dark: 'github-dark-default'},
    anchor: {slugify: slugOf},
    config: md => {
      rewriteLinks(md, staged.base, staged.origins, name => staged.twoColoured.includes(name));
      linkTypes(md, staged.packages, staged.base);
    }
  },
  transformPageData: page => {
    const origin = staged.origins[page.relativePath];
    return origin ? {filePath: origin} : {frontmatter: {...page.frontmatter, editLink: false, prev: false, next: false}};
  },
  themeConfig: {
    logo: {src: '/logo.svg', alt: ''},
    nav,
    sidebar: {'/guide/': guide, '/reference/': reference, '/design/': design},
    outline: {level: [2, 3], label: 'On this page'},
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // The guide first; the page before its sections.
            boostDocument: id => (id.includes('/guide/') ? 1.8 : id.includes('/reference/') ? 1 : .6) * (id.includes('#') ? 1 : 1.3)
          }
        },
        _render: (source, env, md) => plainly(md, source, env)
      }
    },
    editLink: staged.edit ? {pattern: staged.edit + ':path', text: 'Edit this page'} : undefined,
    docFooter: {prev: 'Previous', next: 'Next'}
  }
});
