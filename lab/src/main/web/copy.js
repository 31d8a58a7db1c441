// Menus that copy a text, and show it where the browser does not allow that.

import {element} from './dom.js';

const POLICY_FORMS = [['java', 'Java'], ['text', 'Text'], ['properties', 'Spring properties']];
const EXPERIMENT_FORMS = [['link', 'Link'], ['yaml', 'Scenario file (YAML)'], ['command', 'Command']];

/**
 * Returns a menu.
 * @param name what is copied, for screen readers
 * @param text returns the text of a form; undefined as long as there is none
 */
function menu(name, forms, text) {
  const result = element('span', {class: 'copied', role: 'status'});
  const shown = element('textarea', {class: 'shown', readonly: true, rows: 7, spellcheck: 'false', hidden: true,
    'aria-label': 'Text to copy'});
  const buttons = forms.map(([form, title]) => element('button', {type: 'button', 'data-form': form,
    click: () => copy(text(form), title)}, title));
  const copy = async (copied, title) => {
    if (copied === undefined) {
      result.textContent = 'The first run is not finished.';
      return;
    }
    shown.value = copied;
    shown.hidden = false;
    try {
      await navigator.clipboard.writeText(copied);
      result.textContent = title + ' copied.';
    } catch (refused) {
      shown.select();
      result.textContent = 'The browser does not allow to copy. The text is selected.';
    }
  };
  const root = element('details', {class: 'copy', keydown: event => {
    if (event.key === 'Escape' && root.open) {
      root.open = false;
      root.firstElementChild.focus();
    }
  }}, element('summary', {'aria-label': 'Copy ' + name}, 'Copy'),
  element('div', {class: 'menu'}, element('div', {class: 'choices'}, buttons), shown, result));
  return root;
}

/** Returns the menu of a policy. */
export function policyMenu(label, text) {
  return menu('policy ' + label, POLICY_FORMS, text);
}

/** Returns the menu of the whole experiment. */
export function experimentMenu(text) {
  return menu('the experiment', EXPERIMENT_FORMS, text);
}

addEventListener('click', event => {
  for (const open of document.querySelectorAll('details.copy[open]')) {
    open.open = open.contains(event.target);
  }
});
