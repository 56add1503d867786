import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { mediaPath as mediaPathOf } from '../../src/kernel/file/media-store'
import { browserTestMs } from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'
import { formOf } from '../../src/testing/world/form-of'
import { findCampaign } from '../../src/campaign/campaign.queries'
import { startCampaign } from '../../src/campaign/run/campaign-status'
import { addList, finish } from '../../src/testing/campaign/served-campaigns'

const windows = createScreenWindows('/campaigns')
const { dialog, field, row, save, toast, withWorld } = windows

test(
  'moves and cancels a start within the hour, starts a campaign from its form, copies one, and shows which campaigns take turns',
  () =>
    withWorld(async (world) => {
      addList(world)
      const ana = await world.as(world.ana)
      const fields = { contactListId: 1, whatsappId: 1, message1: 'Oi {nome}' }
      const scheduledAt = new Date(world.ctx(1).now.getTime() + 1_800_000).toISOString()
      await ana.post('/campaigns', { ...fields, name: 'Daqui a pouco', scheduledAt })
      const { id: emptyId } = (await ana.post('/contact-lists', { name: 'Vazia' })).body
      const file = new File(['%PDF-1.4 oferta'], 'oferta.pdf', { type: 'application/pdf' })
      const { mediaPath } = (await ana.post('/campaigns/media-upload', formOf({ file }))).body
      await ana.post('/campaigns', { ...fields, name: 'Para ninguém', contactListId: emptyId, mediaPath })
      const { page, complaints, close } = await windows.open(world, world.ana)
      const choose = async (name: string, action: string) => {
        await row(page, name).getByRole('button', { name: 'Mais ações' }).click()
        await page.getByRole('menuitem', { name: action, exact: true }).click()
      }
      await row(page, 'Daqui a pouco').getByRole('cell').first().click()
      await dialog(page).getByText('O início ainda pode ser mudado ou cancelado').waitFor()
      expect(await field(page, 'Nome').isDisabled()).toBe(true)
      await dialog(page).getByRole('button', { name: 'Fechar' }).last().click()
      await choose('Daqui a pouco', 'Mudar início')
      await dialog(page).getByRole('textbox', { name: 'Data' }).fill('')
      await save(page)
      await dialog(page).getByText('Obrigatório').waitFor()
      await dialog(page).getByRole('textbox', { name: 'Data' }).fill('10/03/2099')
      await save(page)
      await toast(page, 'Início alterado')
      await row(page, 'Daqui a pouco').getByText('10/03/99').waitFor()
      // A time that is past would start it.
      await choose('Daqui a pouco', 'Mudar início')
      await dialog(page).getByRole('textbox', { name: 'Data' }).fill('10/03/2020')
      await save(page)
      const startsNow = page.getByRole('dialog', { name: 'Iniciar “Daqui a pouco” agora?' })
      await startsNow.getByRole('button', { name: 'Cancelar' }).click()
      await dialog(page).getByRole('textbox', { name: 'Data' }).fill('11/03/2099')
      await save(page)
      await row(page, 'Daqui a pouco').getByText('11/03/99').waitFor()
      await row(page, 'Daqui a pouco').getByRole('cell').first().click()
      await field(page, 'Nome').fill('Daqui a pouco mesmo')
      await save(page)
      const schedules = page.getByRole('dialog', { name: 'Programar “Daqui a pouco mesmo”?' })
      await schedules.getByText('2 destinatários · Clientes do bairro').waitFor()
      await page.keyboard.press('Escape')
      await field(page, 'Nome').fill('Daqui a pouco')
      await save(page)
      await page.getByRole('button', { name: 'Programar' }).click()
      await toast(page, 'Campanha salva com sucesso')
      await choose('Daqui a pouco', 'Cancelar início')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar início' }).click()
      await toast(page, 'Início cancelado')
      await row(page, 'Daqui a pouco').getByText('Inativa').waitFor()
      await row(page, 'Daqui a pouco').getByText('Rascunho').waitFor()
      await choose('Daqui a pouco', 'Duplicar')
      await toast(page, 'Cópia criada como rascunho')
      await row(page, 'Daqui a pouco .cópia.').waitFor()

      await row(page, 'Para ninguém').getByRole('button', { name: 'Iniciar agora' }).click()
      await dialog(page).getByText('Ninguém pode receber a campanha').waitFor()
      await dialog(page).getByRole('button', { name: 'Fechar' }).last().click()
      // Saved and started from the form: what is missing is refused at its field, without a question.
      await page.getByRole('button', { name: 'Adicionar campanha' }).click()
      await field(page, 'Nome').fill('Relâmpago')
      await dialog(page).getByRole('combobox', { name: 'Conexão' }).click()
      await page.getByRole('option', { name: /Acme/ }).click()
      const saveAndStart = dialog(page).getByRole('button', { name: 'Revisar e iniciar' })
      await saveAndStart.click()
      await dialog(page).getByText('Obrigatório').first().waitFor()
      await dialog(page).getByRole('combobox', { name: 'Lista de contatos' }).click()
      await page.getByRole('option', { name: /Clientes do bairro/ }).click()
      await field(page, 'Mensagem 1').fill('Só hoje')
      await saveAndStart.click()
      await page.getByRole('dialog', { name: 'Iniciar “Relâmpago” agora?' }).getByText('2 destinatários').waitFor()
      expect(findCampaign(world.ctx(1), 4)).toBeUndefined()
      await page
        .getByRole('dialog', { name: /Relâmpago/ })
        .getByRole('button', { name: 'Iniciar agora' })
        .click()
      await row(page, 'Relâmpago').getByText('Em Andamento').waitFor()
      await finish(world, 4)
      rmSync(mediaPathOf(world.ctx(1), mediaPath.replace('/media/', '')))
      await choose('Para ninguém', 'Duplicar')
      await toast(page, 'O anexo não está mais no servidor: adicione-o de novo antes de iniciar.')
      for (const id of [1, 3]) startCampaign(world.ctxAs(world.ana), id)
      await row(page, 'Daqui a pouco .cópia.').getByText('Reveza os envios da conexão com “Daqui a pouco”').waitFor()
      await finish(world, 1)
      await finish(world, 3)
      await row(page, 'Daqui a pouco .cópia.').getByText('2 de 2').waitFor()
      await page.getByText('Reveza').first().waitFor({ state: 'detached' })
      expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
      await close()
    }),
  browserTestMs,
)
