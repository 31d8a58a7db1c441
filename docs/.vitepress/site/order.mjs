// The order of the pages, as the tables of a README list them: headings are groups, and the links of the rows are pages.
import {addressOf, placeOf, read, targetOf} from './repository.mjs';

const HEADING = /^## (.+)$/;

export function titleOf(name) {
  const title = /^# (.+)$/m.exec(read(name));
  if (!title) {
    throw new Error(name + ' has no title');
  }
  return title[1].replaceAll('`', '');
}

/** Returns the items of the sidebar for the pages that a README lists. */
export function sidebarOf(readme) {
  const groups = [{text: titleOf(readme), link: addressOf(placeOf(readme)), items: []}];
  for (const line of read(readme).split('\n')) {
    const heading = HEADING.exec(line);
    if (heading) {
      groups.push({text: heading[1], items: []});
    }
    // A row may name its page in any column.
    const link = [...line.matchAll(/\]\(([^)#]+\.md)\)/g)].at(-1);
    if (link && line.startsWith('|')) {
      const {name} = targetOf(readme, link[1]);
      groups.at(-1).items.push({text: titleOf(name), link: addressOf(placeOf(name))});
    }
  }
  return groups.filter(group => group.items.length > 0 || group.link);
}
