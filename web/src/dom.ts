// Elements, made of what they are and what is in them. Texts are only ever put on the page as text.

type Child = Node | string | null | undefined;
type Attributes = Record<string, string | boolean | number | ((event: any) => void) | undefined>;

export function el<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(...children.filter((child): child is Node | string => child !== null && child !== undefined));
  return made;
}

export const button = (label: string, click: () => void, attributes: Attributes = {}) =>
  el("button", { type: "button", ...attributes, click }, label);

/** A choice of one, with what is said of it. */
export function choice(label: string, options: [string, string][], change: (value: string) => void) {
  const select = el("select", { change: () => change(select.value) }, ...options.map(([value, text]) => el("option", { value }, text)));
  return { select, label: el("label", { class: "field" }, `${label} `, select) };
}

/** Calls that come in quick succession, of which the last one counts. */
export function later(milliseconds: number, act: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
}

export const count = (number: number, one: string, many = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
