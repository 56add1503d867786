import { expect, test } from 'bun:test'
import { ChannelError } from '../../src/channel/channel'
import { sendOutbox } from '../../src/message/outbox/send-outbox'
import { addConnection } from '../../src/testing/conversation/connections'
import { createFakeChannel } from '../../src/testing/conversation/fake-channel'
import { messageEvent, receive } from '../../src/testing/conversation/inbound'
import { browserTestMs, findBarriers } from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'
import { CampaignBody } from '../../src/campaign/campaign.contract'
import { findCampaign } from '../../src/campaign/campaign.queries'
import { createCampaign } from '../../src/campaign/edit/save-campaign'
import { createListItem } from '../../src/contact-list/save-list-item'
import * as v from 'valibot'
import { addList, finish } from '../../src/testing/campaign/served-campaigns'

const windows = createScreenWindows('/campaigns')
const { dialog, field, row, save, toast, withWorld } = windows

/** A channel whose provider refuses the first message. */
function refusing(reason: string) {
  const { channel, then } = createFakeChannel()
  then(() => {
    throw new ChannelError('refused', reason)
  })
  return channel
}

test(
  'creates a campaign, previews it, starts it, and shows its report',
  () =>
    withWorld(async (world) => {
      addList(world)
      const { page } = await windows.open(world, world.ana)
      await page.getByRole('button', { name: 'Adicionar campanha' }).first().click()
      await field(page, 'Nome').fill('Ofertas de julho')
      // A tag or list that is missing is made here. Only one of both is chosen.
      const tagBox = dialog(page).getByRole('combobox', { name: 'ou tag' })
      const listBox = dialog(page).getByRole('combobox', { name: 'Lista de contatos' })
      await tagBox.fill('Veio da feira')
      await page.getByRole('button', { name: 'Criar “Veio da feira”' }).click()
      await dialog(page).getByText('0 destinatários').waitFor()
      expect(await tagBox.inputValue()).toBe('Veio da feira')
      await listBox.fill('Feira de julho')
      await page.getByRole('button', { name: 'Criar “Feira de julho”' }).click()
      await dialog(page).getByText('A lista ainda está vazia.').waitFor()
      expect([await listBox.inputValue(), await tagBox.inputValue()]).toEqual(['Feira de julho', ''])
      createListItem(world.ctxAs(world.ana), { name: 'Rosa', number: '5511988880003', email: '', contactListId: 2 })
      await dialog(page).getByText('1 destinatário').waitFor()
      await listBox.click()
      await page.getByRole('option', { name: /Clientes do bairro/ }).click()
      await dialog(page).getByRole('combobox', { name: 'Conexão' }).click()
      await page.getByRole('option', { name: /Acme/ }).click()
      await field(page, 'Mensagem 1').fill('Oi {nome} de {cidade} {bairo}')
      await dialog(page).getByText('Nenhum destinatário tem valor para {bairo}').waitFor()
      await field(page, 'Mensagem 1').fill('Oi {titulo} de {cidade}')
      // A variable is inserted at the caret, by press and by keyboard.
      await field(page, 'Mensagem 1').evaluate((text: HTMLTextAreaElement) => text.setSelectionRange(12, 12))
      await dialog(page).getByRole('button', { name: 'Inserir {{nome}}' }).click()
      expect(await field(page, 'Mensagem 1').inputValue()).toBe('Oi {titulo} {{nome}}de {cidade}')
      await page.keyboard.type(' ')
      await page.keyboard.press('End')
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Enter')
      expect(await field(page, 'Mensagem 1').inputValue()).toBe('Oi {titulo} {{nome}} de {cidade}{{name_company}}')
      await field(page, 'Mensagem 1').fill('Oi {titulo} {{nome}} de {cidade}')
      await dialog(page).getByText('1 de 2 destinatários não tem valor para {titulo}.').waitFor()
      expect(await dialog(page).getByText('Nenhum destinatário tem valor').count()).toBe(0)
      await dialog(page)
        .getByText(/2 destinatários · termina/)
        .waitFor()
      await dialog(page).getByRole('button', { name: 'Ver prévia' }).click()
      await page.getByText('Oi Dra. Rosa Lima de Santos').waitFor()
      await page.getByText('Oi Bento Reis de Santos').waitFor()
      await page.getByRole('button', { name: 'Fechar' }).last().click()
      // A user without queue is refused, but not while their fields are hidden.
      const opensTicket = dialog(page).getByRole('switch', { name: /Abrir atendimento/ })
      await opensTicket.click()
      await dialog(page).getByRole('combobox', { name: 'Usuário' }).fill('bru')
      await page.getByRole('option', { name: 'Bruno Lima' }).click()
      await opensTicket.click()
      await save(page)
      await toast(page, 'Campanha criada com sucesso')
      expect(findCampaign(world.ctx(1), 1)).toMatchObject({ openTicket: false, userId: null })

      await row(page, 'Ofertas de julho').getByRole('button', { name: 'Relatório' }).click()
      await page.waitForURL(/\/campaign\/1\/report$/)
      await page.getByText('Nenhum destinatário ainda').waitFor()
      await page.getByRole('button', { name: 'Iniciar agora' }).click()
      const lastStep = page.getByRole('dialog', { name: 'Iniciar “Ofertas de julho” agora?' })
      await lastStep.getByText('2 destinatários · Clientes do bairro').waitFor()
      await lastStep.getByText('1 de fora').waitFor()
      await lastStep.getByText('1 · Pediu para não receber campanhas').waitFor()
      await lastStep.getByText(/^hoje às \d\d:\d\d$/).waitFor()
      await lastStep.getByText('1 de 2 destinatários não tem valor para {titulo}.').waitFor()
      await lastStep.getByText('Oi Dra. Rosa Lima de Santos').waitFor()
      await lastStep.getByRole('combobox', { name: 'Prévia para' }).click()
      await page.getByRole('option', { name: 'Bento Reis' }).click()
      await lastStep.getByText('Oi Bento Reis de Santos').waitFor()
      expect(await findBarriers(page)).toEqual([])
      const testNumber = lastStep.getByRole('textbox', { name: 'Enviar teste para' })
      await testNumber.fill('123')
      await testNumber.press('Enter')
      await lastStep.getByText(/curto/).waitFor()
      await testNumber.fill('(11) 97777-0001')
      await lastStep.getByRole('button', { name: 'Enviar teste para mim' }).click()
      await toast(page, 'Teste enviado: 1 mensagem')
      await lastStep.getByRole('button', { name: 'Iniciar agora' }).click()
      await toast(page, 'Campanha iniciada')
      await page.getByText('Em Andamento').waitFor()
      await finish(world, 1)
      await page.getByText('2 de 2').waitFor()
      await row(page, 'Rosa Lima').getByText('Enviada').waitFor()
      await page.getByText('Finalizada').waitFor()
      expect(await page.getByRole('button', { name: 'Parar' }).count()).toBe(0)
      // An answer is counted live in the report, and the same in the row.
      receive(world, 1, messageEvent({ phone: '5511988880003', text: 'Quanto custa?' }))
      await page.getByRole('listitem').filter({ hasText: 'Respondidas' }).getByText('1 50%').waitFor()

      await page.getByRole('button', { name: 'Criar lista' }).click()
      await field(page, 'Nome da lista').fill('Ofertas, sem resposta')
      await save(page)
      await toast(page, 'Lista criada com 1 contato')
      await page.waitForURL(/\/contact-lists\/3\/contacts$/)
      await row(page, 'Bento Reis').waitFor()
      await page.getByRole('link', { name: 'Campanhas' }).first().click()
      await row(page, 'Ofertas de julho').getByText('Respondidas 1').waitFor()
      await row(page, 'Ofertas de julho').getByText('Saíram 0').waitFor()
    }),
  browserTestMs,
)

test(
  'resumes what waits for the provider’s warning and what was stopped, without a repetition; names what a draft lacks',
  () =>
    withWorld(async (world) => {
      addList(world)
      const ana = await world.as(world.ana)
      const fields = { contactListId: 1, whatsappId: 1, message1: 'Oi {nome}' }
      const running = (await ana.post('/campaigns', { ...fields, name: 'Ofertas de julho' })).body
      await ana.post('/campaigns', { ...fields, name: 'Ofertas de agosto', scheduledAt: '2099-08-01T10:00' })
      await ana.post('/campaigns', { name: 'Rascunho', whatsappId: 1 })
      await ana.post(`/campaigns/${running.id}/start`)
      const { page } = await windows.open(world, world.ana)
      for (
        ;
        !world.ctx(1).company.sqlite.query('SELECT 1 FROM campaign_shipping WHERE message_id > 0').get();
        await Bun.sleep(50)
      )
        await world.runJobs(1)
      await sendOutbox(() => world.ctx(1), 1, refusing('463: WhatsApp refused the message'))
      await page.getByText(/excesso de envios na conexão Acme WhatsApp: uma campanha foi pausada/).waitFor()
      await row(page, 'Ofertas de julho').getByText('Pausada pelo provedor').waitFor()
      await row(page, 'Ofertas de agosto').getByText('espera alguém retomar ou o aviso acabar').waitFor()

      await row(page, 'Ofertas de agosto').getByRole('button', { name: 'Retomar' }).click()
      await page
        .getByRole('alertdialog', { name: /Acme WhatsApp/ })
        .getByRole('button', { name: 'Retomar' })
        .click()
      await toast(page, 'Campanhas retomadas')
      await row(page, 'Ofertas de agosto').getByText('só começa').waitFor({ state: 'detached' })
      await row(page, 'Rascunho').getByRole('button', { name: 'Iniciar agora' }).click()
      for (const missing of ['Lista de contatos: Obrigatório', 'Mensagem 1: Obrigatório'])
        await dialog(page).getByText(missing).waitFor()
      expect(await dialog(page).getByRole('button', { name: 'Iniciar agora' }).count()).toBe(0)
      await dialog(page).getByRole('button', { name: 'Editar campanha' }).click()
      expect(await field(page, 'Nome').inputValue()).toBe('Rascunho')
      await page.keyboard.press('Escape')
      await row(page, 'Ofertas de julho').getByRole('button', { name: 'Reiniciar' }).click()
      await dialog(page).getByText('1 destinatário').waitFor()
      await dialog(page).getByRole('button', { name: 'Reiniciar' }).click()
      await toast(page, 'Campanha reiniciada')
      await finish(world, running.id)
      await row(page, 'Ofertas de julho').getByText('Finalizada').waitFor()
      await row(page, 'Ofertas de julho').getByText('2 de 2').waitFor()
      const sent = world.ctx(1).company.sqlite.query('SELECT body FROM message ORDER BY body').all()
      expect(sent).toEqual([{ body: 'Oi Bento Reis' }, { body: 'Oi Rosa Lima' }])
    }),
  browserTestMs,
)

test(
  'a stopped campaign whose connection was deleted continues with another one',
  () =>
    withWorld(async (world) => {
      addList(world)
      addConnection(world, { name: 'Balcão', number: '5511900000009' })
      const ctx = world.ctxAs(world.ana)
      const texts = { name: 'Sem conexão', message1: 'Oi', contactListId: 1, scheduledAt: ctx.now.toISOString() }
      createCampaign(ctx, v.parse(CampaignBody, { ...texts, whatsappId: 2 }))
      world.ctx(1).company.sqlite.run('DELETE FROM connection WHERE id = 2')
      await world.runJobs(1)
      const { page, complaints, close } = await windows.open(world, world.ana)
      await row(page, 'Sem conexão').getByText('A conexão foi excluída').waitFor()
      await row(page, 'Sem conexão').getByRole('cell').first().click()
      await dialog(page).getByText('A conexão foi excluída: escolha outra').waitFor()
      expect(await field(page, 'Nome').isDisabled()).toBe(true)
      await dialog(page).getByRole('combobox', { name: 'Conexão' }).click()
      await page.getByRole('option', { name: /Acme/ }).click()
      await save(page)
      await toast(page, 'Campanha salva com sucesso')
      await row(page, 'Sem conexão').getByRole('button', { name: 'Reiniciar' }).click()
      await dialog(page).getByRole('button', { name: 'Reiniciar' }).click()
      await toast(page, 'Campanha reiniciada')
      await finish(world, 1)
      await row(page, 'Sem conexão').getByText('2 de 2').waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
