import type { Locator } from '@playwright/test'
import { motionEnd } from './browser'

const controls =
  ':is(a[href], button, input:not([type=hidden]), textarea, [role=tab], [role^=menuitem], [role=option], label:has(input))'

/**
 * Returns controls of which a finger reaches less than `least` px of width or height, with what it reaches, which may extend beyond their
 * edges. Leaves out controls that are covered, scrolled away or at the end of a scrolled part.
 */
export async function smallTouchTargets(inside: Locator, least = 44): Promise<string[]> {
  await motionEnd(inside.page())
  return inside.evaluate(
    (root, [selector, leastPx]) => {
      const reachMax = 60
      const isOf = (element: Element, x: number, y: number) => {
        const hit = document.elementFromPoint(x, y)
        const label = hit?.closest('label')
        return hit !== null && (element.contains(hit) || label?.control === element)
      }
      function reach(element: Element, x: number, y: number, stepX: number, stepY: number) {
        let steps = 0
        while (steps < reachMax && isOf(element, x + (steps + 1) * stepX, y + (steps + 1) * stepY)) steps++
        return steps
      }
      function isCut(element: Element) {
        const { top, bottom } = element.getBoundingClientRect()
        for (let part = element.parentElement; part; part = part.parentElement) {
          const { overflowY } = getComputedStyle(part)
          const around = part.getBoundingClientRect()
          if (overflowY !== 'visible' && overflowY !== 'clip' && (top < around.top || bottom > around.bottom))
            return true
        }
        return bottom > innerHeight
      }
      return [...root.querySelectorAll(selector)].flatMap((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        const isInLabel = element.matches('label > input, label > * > input')
        if (width === 0 || isInLabel || isCut(element) || !isOf(element, x, y)) return []
        const wide = reach(element, x, y, -1, 0) + reach(element, x, y, 1, 0) + 1
        const high = reach(element, x, y, 0, -1) + reach(element, x, y, 0, 1) + 1
        const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
        return wide < leastPx || high < leastPx ? [`${name || element.className} ${wide}x${high}`] : []
      })
    },
    [controls, least] as const,
  )
}
