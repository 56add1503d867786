import { expect } from 'bun:test'
import type { Page } from '@playwright/test'

/** At 390 × 844, expects two whole lines in each row, space for `spaceMin` rows, and the rest of a row by its button or a press on it. */
export async function expectPhoneRows(page: Page, spaceMin = 7) {
  const row = page.locator('.data-table tbody tr').first()
  await row.waitFor()
  expect(await page.evaluate(findBadRows, spaceMin)).toEqual([])
  const expand = row.getByRole('button', { name: 'Detalhes da linha' })
  const hidden = row.locator('td:not(:visible):not([data-column=id]):not(:has(> .no-value))').filter({ hasText: /./ })
  if ((await hidden.count()) === 0) return
  await expand.press('Enter')
  await row.and(page.locator('[data-expanded]')).waitFor()
  expect(await expand.getAttribute('aria-expanded')).toBe('true')
  expect(await hidden.count()).toBe(0)
  const { width = 0 } = (await row.boundingBox()) ?? {}
  await row.click({ position: { x: width - 20, y: 60 } })
  await row.and(page.locator(':not([data-expanded])')).waitFor()
}

function findBadRows(spaceMin: number): string[] {
  const rows = [...document.querySelectorAll('.data-table tbody tr:not(.data-table-gap)')]
  const name = (row: Element) => row.querySelector('td:not(.data-table-select)')?.textContent ?? ''
  function linesOf(row: Element) {
    const middles: number[] = []
    const cut: string[] = []
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement
      if (!text.textContent?.trim() || !parent?.checkVisibility() || parent.closest('.visually-hidden')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const cell = parent.closest('td')?.getBoundingClientRect() ?? new DOMRect()
      for (const { top, bottom, width, left } of range.getClientRects()) {
        // Beyond the end of its line.
        if (width === 0 || left >= cell.right) continue
        if (top < cell.top - 3 || bottom > cell.bottom + 3) cut.push(text.textContent)
        const middle = (top + bottom) / 2
        if (!middles.some((other) => Math.abs(other - middle) < 8)) middles.push(middle)
      }
    }
    return { count: middles.length, cut }
  }
  const bad = rows.flatMap((row) => {
    const { count, cut } = linesOf(row)
    return count > 2 || cut.length > 0 ? [`${name(row)}: ${count} lines, cut: ${cut.join(', ')}`] : []
  })
  const first = rows[0]?.getBoundingClientRect()
  const inView = first ? (innerHeight - first.top) / first.height : 0
  return inView < spaceMin ? [...bad, `space for ${inView.toFixed(1)} rows`] : bad
}
