const tabbable =
  'a[href]:not([tabindex="-1"]), button:not(:disabled, [tabindex="-1"]), input:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/**
 * Attributes of a pane that F6 reaches. `start`: selector of the element in it that gets the focus; otherwise the first
 * that takes it.
 */
export const paneAttributes = (start = '') => ({ 'data-pane-start': start })

/** Moves the focus to the next or previous visible pane. */
export function focusNextPane(by: 1 | -1) {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane-start]')].filter(
    (pane) => pane.checkVisibility() && !pane.querySelector('[data-pane-start]'),
  )
  const at = panes.findIndex((pane) => pane.contains(document.activeElement))
  const next = panes.at((at < 0 ? (by > 0 ? 0 : -1) : at + by) % panes.length)
  if (next) focusPane(next)
}

/** Moves the focus into a pane. */
export function focusPane(pane: HTMLElement) {
  const start = pane.dataset['paneStart']
  const preferred = start ? [...pane.querySelectorAll<HTMLElement>(start)] : []
  const target = [...preferred, ...pane.querySelectorAll<HTMLElement>(tabbable)].find((each) => each.checkVisibility())
  if (target) return target.focus()
  pane.tabIndex = -1
  pane.focus()
}
