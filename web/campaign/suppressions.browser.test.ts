import { expect, test } from 'bun:test'
import { readCampaignSettings } from '../../src/campaign/edit/campaign-settings'
import { browserTestMs } from '../../src/testing/browser/browser'
import { createScreenWindows, row, toast, withWorld } from '../../src/testing/browser/screen-windows'

const windows = createScreenWindows('/campaigns/suppressions')

test(
  'imports and exports the people who receive no campaigns, and adds a phrase for leaving',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await windows.open(world, world.ana)
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Importar' }).click()
      const text = 'Nome;Telefone\nRosa Lima;5511988880003\nBento Reis;5511988880004\nSem número;'
      await (await chooser).setFiles({ name: 'saida.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await toast(page, '2 números adicionados, 1 sem número válido')
      await row(page, 'Rosa Lima').waitFor()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Exportar' }).click()
      expect((await download).suggestedFilename()).toMatch(/^nao-recebem-campanhas-\d{4}-\d\d-\d\d\.xlsx$/)

      await page.getByRole('link', { name: 'Ajustes de campanhas' }).click()
      await page.getByRole('button', { name: 'Adicionar palavra' }).click()
      await page.keyboard.type('quero sair')
      await page.keyboard.press('Enter')
      await page.getByText('Já é entendida').waitFor()
      await page.getByLabel('Palavra ou frase').fill('Chega!')
      await page.keyboard.press('Enter')
      await toast(page, 'Configurações salvas')
      expect(readCampaignSettings(world.ctx(1)).optOutPhrases).toEqual([{ phrase: 'Chega!' }])
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
