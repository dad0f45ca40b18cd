// Types of the scripts, for `tsc` only; see CONTRIBUTING.

/** The type of the element that a selector finds. Selects and textareas count as inputs, whose properties they share. */
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

/** The attributes of a new element; functions are event listeners (`onclick`). */
type Made = Record<string, string | number | boolean | null | ((event: Event) => unknown)>;

/** The methods of a part of a form, from the module that has set it up. */
interface Part {
  /** A field of rows: add a closed row. */
  addRow?(number?: number): HTMLElement;
  /** The empty row of which others are copies. */
  blank?: HTMLElement;
  /** A row: close it to its summary, open it, update the summary, delete it. */
  close?(): void;
  open?(): void;
  updateSummary?(): void;
  remove?(): void;
  /** A list in order: replace its items. */
  setItems?(values: string[]): void;
  /** Show the present value of an input in whatever stands beside it. */
  redraw?(): void;
  /** Pots: take stored values, by the names of inputs. */
  restore?(values: Map<string, string[]>): void;
  /** Pots: what is missing, in words. */
  missingText?(): string;
}

/** A sum that is checked while it is typed, as the page's `data-sums` has it. */
interface SumRule {
  key: string;
  label: string;
  /** The exact sum, unless one of these keys has an answer; then it is the maximum. */
  to: number | null;
  unless: string[];
  most: number | null;
  /** Keys of the fields that are added. */
  also: string[];
  /** Singular and plural of what is counted. */
  noun: [string, string];
}

/** One number of a sum: its value, whether the page has filled it in, and which values it can have. */
interface Share {
  value: number | null;
  auto: boolean;
  /** Either these alone, or anything within bounds. */
  choices?: number[];
  least?: number;
  most?: number;
}

/** A pot: its chips if somebody has typed them, and the places of its winners. */
interface Pot { typed: number | null; winners: number[] }

/** How pots are shared out, as the page's `data-shares` has it. */
interface ShareRule {
  /** The key of the field with the chips that were paid. */
  of: string;
  /** The places in the order in which a remainder is given out; with `latest_first` after the winners of later pots. */
  order: number[];
  latest_first: boolean;
  /** Whether a winner takes from each player no more than they paid themselves. */
  matched: boolean;
}

/** The rules by which a column of a row is filled in, as its `data-row-hints` has them. */
interface RowHints {
  /** The column that names another player, whom this one cannot name. */
  other?: string;
  /** A column, a value of it, and the value that is then filled in here. */
  mostly?: [column: string, value: string, filled: string][];
}

/** An answer of a field for which there is a chip. */
interface Answer {
  value: string;
  text: string;
  /** The content of a new chip: the text, with the initial of a name. */
  content(): (Node | string)[];
  isHidden(): boolean;
  isChosen(): boolean;
  choose(isChosen: boolean): void;
}

/** A text made of letters that are tapped in order, as the page's `data-tapped` has it. */
interface Letters {
  /** Each letter, and how it is shown. */
  letters: [letter: string, sign: string][];
  /** How many letters there may be, and the answer that so many letters give to the field `tells`. */
  sizes: [length: number, answer: string | number | null][];
  tells: string;
}

/** The columns of bets: who bets, the chips, and the order of letters that is bet on. As the page's `data-layout` has them. */
interface BetColumns { player: string; stake: string; order: string }

/** What is typed into a form, as it is stored on the phone. The keys must not change: older versions have stored some. */
interface Typed {
  /** When it was stored. */
  at: number;
  /** The mark of the draft with which the form was shown. */
  noted?: string;
  /** Name and value of each input. */
  items: [string, string][];
  /** Name and value of what the page had filled in. */
  filled?: [string, number | null][];
  /** The names of inputs that a person has answered. */
  said?: string[];
}

/** A form as it was sent, stored on the phone until it is saved. The keys must not change: older versions have stored some. */
interface Parcel {
  /** Its key in the storage. */
  key: string;
  /** When it was sent first. */
  at: number;
  /** The URL that it is sent to, the path of the page that sent it, and the encoded inputs. */
  action: string;
  page: string;
  body: string;
  /** The key under which the form stores what is typed; empty: it does not. */
  keep: string;
  /** The mark of the draft with which the form was shown. */
  noted?: string;
  /** For people: the inputs in words, and what the form is. */
  words: string;
  name: string;
  /** Whether it is a round. */
  round: boolean;
  /** How often it was sent without an answer, and how often the server had a fault. */
  tries?: number;
  faults?: number;
  /** Whether it has a new CSRF token. */
  renewed?: boolean;
  /** Why it was refused. */
  told?: { status: number; sentence: string };
}

/** A response of the server, with its status (or the one in its `Refused` header) and its page. */
interface ServerAnswer { response: Response; status: number; page: Document }

/** The answer to a draft that was sent. */
interface DraftNews {
  mark: string;
  /** Whether nothing but this draft has changed since the mark that was sent: then the page need not be fetched again. */
  alone: boolean;
  /** Whether all that was sent is in the draft: then nothing of it is unsaved. */
  whole: boolean;
  bidding: string;
  board: [total: string, last: string][];
  progress: [value: number, text: string] | null;
  notices: string[];
}

/** What the keypad has: the text, the places of the tapped card keys, and whether the last key was one of them. */
interface KeypadState { text: string; cards: number[]; isCard?: boolean }

/** A card of a deck: its code, how many there are, its face, its suit, and its face where the suit is known. */
type DeckCard = [code: string, copies: number, face: string, suit: string, short: string];
interface Deck { cards: DeckCard[]; open?: boolean }

/** A deck as the page has it: only cards that are not standard ones have a suit or colour, a face and a short face. */
interface SentDeck extends Omit<Deck, "cards"> { cards: [code: string, copies: number, suit?: string, face?: string, short?: string][] }

/** Who played which card. */
type Play = [player: string, card: string];

/** What keeps the screen on. */
interface WakeLockSentinel { released: boolean; release(): Promise<void> }
interface Navigator { wakeLock: { request(type: "screen"): Promise<WakeLockSentinel> } }

interface Element { checkVisibility(options?: { visibilityProperty?: boolean }): boolean }

declare namespace Intl {
  /** Missing in browsers from before 2022. */
  const supportedValuesOf: ((key: "timeZone") => string[]) | undefined;
}
