import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, whenUsable } from '../../src/testing/browser/browser'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'

const { open, world } = createInboxWindows()

/** Returns controls in the dialog that are smaller than WCAG's 24 px. */
const smallTargets = (page: Page) =>
  page.locator('dialog :is(button, [role=switch], [role=tab]):visible').evaluateAll((elements) =>
    elements
      .filter((element) => element instanceof HTMLElement)
      .filter(({ offsetWidth, offsetHeight }) => offsetWidth < 24 || offsetHeight < 24)
      .map(
        ({ ariaLabel, className, offsetWidth, offsetHeight }) =>
          `${ariaLabel ?? className} ${offsetWidth}x${offsetHeight}`,
      ),
  )

test(
  'keeps controls in forms at least 24 px in size, and an invalid field red while focused',
  async () => {
    const page = await open(world().ana, { path: '/users' })
    await page.getByRole('button', { name: 'Adicionar usuário' }).click()
    await page.getByRole('button', { name: 'Salvar' }).click()
    const name = page.getByRole('textbox', { name: 'Nome' })
    await page.locator('input:focus[aria-invalid=true]').waitFor()
    const [line, ring, danger] = await name.evaluate((input) => {
      const frame = input.closest('.input') ?? input
      const probe = frame.appendChild(document.createElement('i'))
      probe.style.color = 'var(--danger)'
      probe.style.outlineColor = 'color-mix(in srgb, var(--danger) 32%, transparent)'
      const { borderTopColor, outlineColor } = getComputedStyle(frame)
      const wanted = getComputedStyle(probe)
      const result = [borderTopColor, outlineColor, `${wanted.color} ${wanted.outlineColor}`]
      probe.remove()
      return result
    })
    expect(`${line} ${ring}`).toBe(danger ?? '')
    await page.getByRole('combobox', { name: 'Filas' }).click()
    await page.getByRole('option', { name: 'Vendas' }).click()
    await page
      .getByRole('button', { name: /^Remover/ })
      .first()
      .waitFor()
    expect(await smallTargets(page)).toEqual([])
    await page.getByRole('tab', { name: 'Permissões' }).click()
    expect(await page.getByRole('switch').count()).toBeGreaterThan(3)
    expect(await smallTargets(page)).toEqual([])

    await page.goto(`${world().url}/queues`)
    await whenUsable(page)
    await page.getByRole('button', { name: 'Adicionar fila' }).click()
    await page.locator('.number-input-steps button').first().waitFor()
    expect(await smallTargets(page)).toEqual([])
  },
  browserTestMs,
)
