/**
 * Scrolls the focused field back into view when the window gets lower, such as when an on-screen keyboard opens. A field
 * at the end of a dialog would otherwise be below its buttons. Does nothing while the field is visible.
 */
export function keepFieldVisible() {
  let height = innerHeight
  addEventListener('resize', () => {
    const isLower = innerHeight < height
    height = innerHeight
    const { activeElement } = document
    if (isLower && activeElement?.matches('input, textarea')) activeElement.scrollIntoView({ block: 'nearest' })
  })
}
