import { expect, test } from 'bun:test'
import { createScreenWindows, dialog, field } from '../../src/testing/browser/screen-windows'
import { browserTestMs } from '../../src/testing/browser/browser'
import { password } from '../../src/testing/world/people'
import { createRequests } from '../../src/testing/world/requests'

const { open, row, withWorld } = createScreenWindows('/api-tokens')

test(
  'an admin makes a key, sees it once, and its use',
  () =>
    withWorld(async (world) => {
      const { page } = await open(world, world.ana)
      await page.getByRole('button', { name: 'Adicionar chave de API' }).first().click()
      await field(page, 'Nome').fill('Loja virtual')
      await dialog(page).getByRole('button', { name: '90 dias' }).click()
      await field(page, 'A sua senha').fill(password)
      await dialog(page).getByRole('button', { name: 'Salvar' }).click()
      const made = page.getByRole('dialog', { name: 'Chave “Loja virtual” criada' })
      const token = await made.getByRole('textbox').inputValue()
      expect(token).toMatch(/^rcd_\w{40}$/)
      await made.getByRole('button', { name: 'Fechar' }).last().click()
      await row(page, 'Loja virtual').getByText('Nunca usada').waitFor()
      expect(await page.content()).not.toContain(token)
      expect((await createRequests(world.app, token).get('/api/contacts')).status).toBe(403)
      await page.reload()
      await row(page, 'Loja virtual').getByText('Enviar mensagens').waitFor()
      expect(await row(page, 'Loja virtual').getByText('Nunca usada').count()).toBe(0)
    }),
  browserTestMs,
)
