// What the script's types are made of. Nothing of it is run: `tsc` reads it, see CONTRIBUTING.

/** What a selector finds, by how it begins or ends. A select or textarea has of an input what is asked of it. */
type Found<S extends string> =
  S extends `input${string}` | `select${string}` | `textarea${string}` | `[name${string}` | `${string} [name${string}` ? HTMLInputElement
  : S extends `form${string}` | `${string} form` | "#entry" | "#start" ? HTMLFormElement
  : S extends `button${string}` ? HTMLButtonElement
  : S extends `option${string}` ? HTMLOptionElement
  : S extends `details${string}` ? HTMLDetailsElement
  : S extends `dialog${string}` ? HTMLDialogElement
  : S extends `time${string}` ? HTMLTimeElement
  : S extends `a[${string}` | `${string} a[${string}` ? HTMLAnchorElement
  : HTMLElement;

/** What an element is made with: attributes, and what is done on an event under `on` and its name. */
type Made = Record<string, string | number | boolean | null | ((event: Event) => unknown)>;

/** What a part of a form can be told to do, by the module that has set it up. */
interface Part {
  /** Rows: one more, or one in place of the one that is open. */
  addRow?(open?: boolean, number?: number, kind?: string): HTMLElement;
  another?(kind?: string): void;
  /** The row without answers from which others are made. */
  blank?: HTMLElement;
  /** A row: fold it to its sentence, open it, say the sentence anew. */
  shut?(): void;
  unfold?(): void;
  retell?(): void;
  remove?(): void;
  /** A list in order: these values. */
  choose?(values: string[]): void;
  /** What is shown beside an input, anew from its value. */
  redraw?(): void;
  /** What was kept of it, by name. */
  take?(kept: Map<string, string[]>): void;
  /** What it lacks, in words. */
  lacks?(): string;
}

/** A sum that is checked while it is typed, as the page's `data-sums` has it. */
interface SumRule {
  key: string;
  label: string;
  /** What it has to come to, unless something is given under one of these keys. */
  to: number | null;
  unless: string[];
  most: number | null;
  /** Keys of what is added to it. */
  with: string[];
  /** One of what is counted, and many of it. */
  one: string;
  many: string;
}

/** One number of a sum: what is given, whether the page has filled it in, and what it may be. */
interface Share {
  value: number | null;
  auto: boolean;
  /** Either these alone, or anything within bounds. */
  choices?: number[];
  least?: number;
  most?: number;
}

/** A pot: how much is in it where somebody has said so, and the places of who won it. */
interface Pot { typed: number | null; winners: number[] }

/** How pots are shared out, as the page's `data-shares` has it. */
interface ShareRule {
  /** The key of what was given, and what it is counted in. */
  of: string;
  many: string;
  /** The places of those who are first to get what does not divide; before them who won a later pot, perhaps. */
  order: number[];
  latest_first: boolean;
  /** Whether nobody takes more of anybody than they gave themselves. */
  matched: boolean;
}

/** What a column brings to a row, as its `data-row-hints` has it. */
interface RowHints {
  /** The column that names somebody else. */
  other?: string;
  /** A column, a value of it, and what this one then is filled in with. */
  mostly?: [string, string, string][];
}

/** An answer of a field for which there is a chip. */
interface Answer {
  value: string;
  text: string;
  /** The text for a new chip, with the initial of a name. */
  words(): (Node | string)[];
  isHidden(): boolean;
  isOn(): boolean;
  choose(on: boolean): void;
}

/** The letters that make a text, as the page's `data-tapped` has them. */
interface Letters {
  letters: [letter: string, sign: string][];
  /** How many there may be, and what so many say of what is named by ``tells``. */
  sizes: [number, string | number | null][];
  tells: string;
  between: string;
}

/** What is typed into a form, kept on this phone. */
interface Typed {
  at: number;
  /** Which draft the form had been shown with. */
  noted?: string;
  /** Name and value of each input. */
  items: [string, string][];
  /** Name and value of what the page had filled in. */
  filled?: [string, number | null][];
  /** The names of what somebody had said. */
  said?: string[];
}

/** What was typed and is not sent yet, or was not taken: kept on this phone until the club has answered. */
interface Parcel {
  key: string;
  at: number;
  action: string;
  page: string;
  body: string;
  /** Under which name the form keeps what is typed; empty: it does not. */
  keep: string;
  noted?: string;
  /** What is typed, and what it is, for people. */
  words: string;
  name: string;
  round: boolean;
  tries?: number;
  faults?: number;
  /** Whether it has got a new token. */
  renewed?: boolean;
  /** Why it was not taken. */
  told?: { status: number; sentence: string };
}

/** An answer to what was sent, and the page in it. */
interface Answered { answer: Response; status: number; page: Document }

/** A card of a deck: its code, how many there are, its face, its suit, and its face where the suit is known. */
type DeckCard = [code: string, copies: number, face: string, suit: string, short: string];
interface Deck { cards: DeckCard[]; open?: boolean }

/** Who played which card. */
type Play = [player: string, card: string];

/** What keeps the screen on. */
interface WakeLockSentinel { released: boolean; release(): Promise<void> }
interface Navigator { wakeLock: { request(type: "screen"): Promise<WakeLockSentinel> } }

interface Element { checkVisibility(options?: { visibilityProperty?: boolean }): boolean }
