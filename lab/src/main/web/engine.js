// Loads the engine: the WebAssembly module, or plain JavaScript where a browser lacks its features.

const CATALOGUE = 0;
const PREPARE = 1;
const SUMMARY = 2;
const FORMS = 3;
const VERDICT = 4;

// A module with one struct type: valid where WebAssembly knows garbage-collected objects.
const WITH_STRUCT = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 95, 1, 120, 0]);

/** Returns whether this browser runs the WebAssembly module. */
export function knowsWasm() {
  return typeof WebAssembly === 'object'
      && typeof WebAssembly.Exception === 'function'
      && WebAssembly.validate(WITH_STRUCT);
}

/**
 * Loads the engine.
 * @param kind 'wasm' or 'script'; without it, the fastest that this browser knows
 */
export async function loadEngine(kind) {
  if (kind !== 'script' && (kind === 'wasm' || knowsWasm())) {
    return new Engine('wasm', await wasmFunctions());
  }
  return new Engine('script', await import('./engine-script.js'));
}

async function wasmFunctions() {
  const source = new URL('engine.wasm', import.meta.url);
  const module = await compiled(source);
  const instance = await WebAssembly.instantiate(module, imports(module));
  return instance.exports;
}

async function compiled(source) {
  const response = await fetch(source);
  if (!response.ok) {
    throw new Error('engine.wasm: ' + response.status);
  }
  return (response.headers.get('Content-Type') || '').startsWith('application/wasm')
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

// Only functions without effect: the engine computes, and the page does everything else. The loader
// that comes with the compiler makes functions from texts, which the content security policy of the
// page forbids. The imports are answered by name, since WebKit cannot list those of a module with
// garbage-collected types.
function imports(module) {
  const {memory, limits} = memoryOf(module);
  return byName(from => from === 'env' ? {memory}
    : byName(name => from === 'teavmMemory' && limits[name] || host(from, name)));
}

function byName(value) {
  return new Proxy({}, {get: (target, name) => value(name)});
}

function host(from, name) {
  if (from === 'teavmMath') {
    return Math[name];
  }
  const known = HOST[from] && HOST[from][name];
  return known || (() => {
    throw new Error('the engine called ' + from + '.' + name + ', which this page does not provide');
  });
}

// The engine keeps its objects elsewhere; this memory has its constants.
function memoryOf(module) {
  const [section] = WebAssembly.Module.customSections(module, 'teavm.memoryRequirements');
  const {min, dataSize} = JSON.parse(new TextDecoder().decode(section));
  const number = value => new WebAssembly.Global({value: 'i32', mutable: false}, value);
  return {
    memory: new WebAssembly.Memory({initial: Math.max(min, 1), maximum: MOST_PAGES}),
    limits: {
      heapOffset: number(Math.ceil(dataSize / 8) * 8),
      maxSize: number(MOST_PAGES * PAGE_BYTES)
    }
  };
}

const PAGE_BYTES = 65536;
const MOST_PAGES = 32767;

// The class library of the compiler asks for functions by their text; these are all that it needs.
const BODIES = new Map([['return str;', text => text]]);

const HOST = {
  'wasm:js-string': {
    fromCharCode: code => String.fromCharCode(code),
    concat: (one, other) => one + other,
    charCodeAt: (text, index) => text.charCodeAt(index),
    length: text => text.length,
    substring: (text, from, to) => text.substring(from, to)
  },
  teavm: {
    takeStackTrace: () => null,
    decorateException: () => {}
  },
  teavmMemory: {
    notifyHeapResized: () => {}
  },
  teavmDate: {
    currentTimeMillis: () => 0
  },
  teavmJso: {
    stringBuiltinsSupported: () => 0,
    createClass: () => class {},
    createFunction0: body => BODIES.get(body),
    callFunction0: called => called(),
    createFunction1: (parameter, body) => BODIES.get(body),
    callFunction1: (called, argument) => called(argument),
    defineFunction: called => called,
    defineStaticMethod: () => {},
    isUndefined: value => value === undefined ? 1 : 0,
    unwrapInt: value => value,
    wrapInt: value => value
  }
};

/** The engine. Every method throws an Error with the message of the engine where it fails. */
class Engine {
  #functions;

  constructor(kind, functions) {
    this.kind = kind;
    this.#functions = functions;
  }

  /** Returns the scenarios, kinds and presets, as JSON. */
  catalogueText() {
    return this.#ask(CATALOGUE);
  }

  /** Prepares an experiment from lines of name=value. */
  prepare(request) {
    const functions = this.#functions;
    functions.clear();
    for (let i = 0; i < request.length; i++) {
      functions.put(request.charCodeAt(i));
    }
    return JSON.parse(this.#ask(PREPARE));
  }

  /** Simulates one run of one contender; returns the number of events. */
  run(contender, run) {
    this.#check(this.#functions.run(contender, run));
    return this.#numbers()[0];
  }

  /** Returns the figures and series of a finished run. */
  finished(contender, run) {
    this.#check(this.#functions.finished(contender, run));
    return this.#numbers();
  }

  /** Returns means and bounds of each series of a contender. */
  bands(contender) {
    this.#check(this.#functions.bands(contender));
    return this.#numbers();
  }

  /** Simulates one run at a point of the map; returns the seconds until the recovery, or Infinity. */
  map(contender, load, length) {
    this.#check(this.#functions.map(contender, load, length));
    return this.#numbers()[0];
  }

  /** Simulates the next run of a contender at a number of clients; returns its writes and milliseconds. */
  sweep(contender, point) {
    this.#check(this.#functions.sweep(contender, point));
    return this.#numbers();
  }

  /** Returns means and bounds of work and time of a contender, for each number of clients. */
  sweepBands(contender) {
    this.#check(this.#functions.sweepBands(contender));
    return this.#numbers();
  }

  /** Simulates one of the claimRuns of an experiment. */
  claimRun(index) {
    this.#check(this.#functions.claimRun(index));
  }

  /** Returns estimates and verdicts, as JSON. */
  summaryText() {
    return this.#ask(SUMMARY);
  }

  /** Returns the sentences that compare the contenders, as JSON; takes as long as some runs. */
  verdictText() {
    return this.#ask(VERDICT);
  }

  /** Returns what can be copied, as JSON. */
  formsText() {
    return this.#ask(FORMS);
  }

  #ask(question) {
    this.#check(this.#functions.ask(question));
    return this.#text();
  }

  #check(succeeded) {
    if (!succeeded) {
      throw new Error(this.#text());
    }
  }

  #text() {
    const units = new Uint16Array(this.#functions.length());
    for (let i = 0; i < units.length; i++) {
      units[i] = this.#functions.characterAt(i);
    }
    let text = '';
    for (let from = 0; from < units.length; from += 8192) {
      text += String.fromCharCode(...units.subarray(from, from + 8192));
    }
    return text;
  }

  #numbers() {
    const numbers = new Float64Array(this.#functions.numbers());
    for (let i = 0; i < numbers.length; i++) {
      numbers[i] = this.#functions.numberAt(i);
    }
    return numbers;
  }
}
