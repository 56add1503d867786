import { flushSync } from 'react-dom'

const tabbable =
  'a[href]:not([tabindex="-1"]), button:not(:disabled, [tabindex="-1"]), input:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** A pane that F6 reaches. `start`: selector of what gets the focus in it; otherwise the first that takes it. */
export const paneAttributes = (start = '') => ({ 'data-pane-start': start })

export function focusNextPane(by: 1 | -1) {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane-start]')].filter(
    (pane) => pane.checkVisibility() && !pane.querySelector('[data-pane-start]'),
  )
  const at = panes.findIndex((pane) => pane.contains(document.activeElement))
  const next = panes.at((at < 0 ? (by > 0 ? 0 : -1) : at + by) % panes.length)
  if (next) focusPane(next)
}

export function focusPane(pane: HTMLElement) {
  const start = pane.dataset['paneStart']
  const preferred = start ? [...pane.querySelectorAll<HTMLElement>(start)] : []
  const target = [...preferred, ...pane.querySelectorAll<HTMLElement>(tabbable)].find((each) => each.checkVisibility())
  if (target) return target.focus()
  pane.tabIndex = -1
  pane.focus()
}

/** Synchronous: a frame later the user may already be typing elsewhere. */
export function focusDrawn(id: string) {
  flushSync(() => {})
  document.getElementById(id)?.focus()
}

export function isWriting() {
  return document.activeElement?.matches('input:not([type=checkbox], [type=radio]), textarea') ?? false
}

/** Returns whether the focused element is gone. The page's main part may have received the focus instead. */
export function isFocusLost() {
  const { activeElement } = document
  return activeElement === null || activeElement.matches('body, main')
}
