import type { VirtualListHandle } from '../../ui/list/virtual-list'

/** Longer than rendering a row takes. Afterwards the user has moved on. */
const renderedMs = 1000

/** Scrolls to a row and focuses it, also one that is not rendered yet. */
export function focusListedRow(handle: VirtualListHandle | null, index: number, id: number) {
  const element = handle?.element()
  const focus = () => {
    const link = element?.querySelector<HTMLElement>(`[data-ticket="${id}"] .ticket-row-link`)
    link?.focus({ preventScroll: true })
    return link !== null && link !== undefined
  }
  handle?.scrollToIndex(index)
  if (focus() || !element) return
  // A row outside the rendered range is rendered after the scroll.
  const rendered = new MutationObserver(() => {
    if (focus()) rendered.disconnect()
  })
  rendered.observe(element, { childList: true, subtree: true })
  setTimeout(() => rendered.disconnect(), renderedMs)
}
