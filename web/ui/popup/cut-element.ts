/** Elements between what is pointed at and the element that cuts it. */
const depthMax = 4
const lengthMax = 400

/** Returns the whole text of an element that shows it cut, by an ellipsis of CSS or by `CutText`. */
export function wholeTextOf(element: HTMLElement): string | undefined {
  const whole = shortenedIn(element)
  if (whole !== undefined) return whole
  if (!isCut(element)) return undefined
  return element.textContent.replace(/\s+/g, ' ').trim().slice(0, lengthMax)
}

export function shortenedIn(element: HTMLElement): string | undefined {
  return element.dataset['whole'] ?? element.querySelector<HTMLElement>('[data-whole]')?.dataset['whole']
}

/** Returns the element whose text is cut at the place that is pointed at. Native titles show their text themselves. */
export function findCutAround(target: Element): HTMLElement | undefined {
  let element: Element | null = target
  for (let depth = 0; element instanceof HTMLElement && depth < depthMax; depth++) {
    if (element.dataset['whole'] !== undefined || isCut(element)) return hasTitle(element) ? undefined : element
    element = element.parentElement
  }
  return undefined
}

export function findCutWithin(target: Element): HTMLElement | undefined {
  if (!target.matches('a, button') || hasTitle(target)) return undefined
  const parts = [target, ...target.querySelectorAll('*')].filter((part) => part instanceof HTMLElement)
  return parts.find((part) => part.dataset['whole'] !== undefined || isCut(part))
}

function isCut(element: HTMLElement) {
  if (element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight) return false
  const { overflow, textOverflow, webkitLineClamp } = getComputedStyle(element)
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return false
  const cutsLine = textOverflow === 'ellipsis' && overflow !== 'visible' && element.scrollWidth > element.clientWidth
  return cutsLine || (webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight)
}

const hasTitle = (element: Element) => element.closest('[title]') !== null
