import { expect, test } from 'bun:test'
import { addListItem } from '../../src/contact-list/add-list-item'
import { contactListRecords } from '../../src/contact-list/contact-list.record'
import { browserTestMs, launchForFile, openWindow } from '../../src/testing/browser/browser'
import { listMessageRows } from '../../src/testing/conversation/conversation'
import { bubble, conversation } from '../../src/testing/browser/conversation-parts'
import { startGraphServer } from '../../src/testing/services/graph-server/start-graph-server'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { dialog, field, refusedFields, row, save, toast } from '../../src/testing/browser/screen-windows'
import { createServedWorld } from '../../src/testing/world/served-world'
import { addGraphAccount, addTemplate, addTemplateConnection } from '../../src/testing/campaign/templates'
import { addContact } from '../../src/testing/conversation/tickets'

const browser = launchForFile()
const { open, world } = createInboxWindows()

test(
  'starts a conversation on the official channel with a template, filled in and shown as the contact reads it',
  async () => {
    const connectionId = addTemplateConnection(world())
    addTemplate(world(), { connectionId })
    addTemplate(world(), { connectionId, name: 'parado', status: 'PAUSED' })
    const contactId = addContact(world().ctx(1), 'Rita Lima')
    const started = await (
      await world().as(world().bruno)
    ).post('/tickets', {
      contactId,
      whatsappId: connectionId,
      queueId: 1,
      userId: 2,
    })
    expect(started.status).toBe(200)
    const bruno = await open(world().bruno, { path: `/tickets/${started.body.uuid}` })
    await conversation(bruno).getByText('Este contato ainda não escreveu por aqui').waitFor()
    await conversation(bruno).getByRole('button', { name: 'Enviar modelo' }).click()
    await dialog(bruno).getByRole('combobox', { name: 'Modelo' }).press('ArrowDown')
    await bruno.getByRole('option', { name: 'retorno (pt_BR)' }).waitFor()
    expect(await bruno.getByRole('option').count()).toBe(1)
    await bruno.keyboard.press('Enter')
    await dialog(bruno).getByLabel('Variável 1 do cabeçalho').fill('77')
    await dialog(bruno).getByLabel('Variável 1', { exact: false }).nth(1).fill('{{firstName}}')
    await dialog(bruno).getByRole('region', { name: 'Prévia' }).getByText('Pedido 77').waitFor()
    await dialog(bruno).getByRole('button', { name: 'Enviar', exact: true }).click()
    await dialog(bruno).getByText('Obrigatório').first().waitFor()
    await dialog(bruno).getByLabel('Variável 2').fill('amanhã\n')
    await dialog(bruno).getByLabel('Final do endereço').fill('77')
    await dialog(bruno).getByRole('button', { name: 'Enviar', exact: true }).click()
    await bubble(bruno, 'Olá Rita, o pedido chega amanhã.').waitFor()
    await dialog(bruno).waitFor({ state: 'detached' })
    await bubble(bruno, 'Acompanhar').waitFor()
    expect(listMessageRows(world())).toHaveLength(1)
  },
  browserTestMs,
)

test(
  'writes a campaign with a template per message, previews it, and shows what is missing at its field',
  async () => {
    const connectionId = addTemplateConnection(world())
    addTemplate(world(), { connectionId })
    const ctx = world().ctxAs(world().ana)
    const { id } = contactListRecords.createFrom(ctx, { name: 'Clientes do bairro' })
    addListItem(ctx, id, { name: 'Rosa Lima', number: '5511988880003', email: '', extra: {} })
    ctx.company.sqlite.run('UPDATE contact_list_item SET is_valid = 1')
    const ana = await open(world().ana, { path: '/campaigns', expected: refusedFields })
    await ana.getByRole('button', { name: 'Adicionar campanha' }).first().click()
    await field(ana, 'Nome').fill('Volta')
    await dialog(ana).getByRole('combobox', { name: 'Lista de contatos' }).click()
    await ana.getByRole('option', { name: /Clientes do bairro/ }).click()
    await dialog(ana).getByRole('combobox', { name: 'Conexão' }).click()
    await ana.getByRole('option', { name: /Oficial/ }).click()
    await dialog(ana).getByRole('combobox', { name: 'Modelo' }).click()
    await ana.getByRole('option', { name: /retorno/ }).click()
    await field(ana, 'Variável 1 do cabeçalho').fill('77')
    await field(ana, 'Variável 1').fill('{nome}')
    await field(ana, 'Variável 2').fill('amanhã')
    await save(ana)
    await dialog(ana).getByText('Obrigatório').waitFor()
    await field(ana, 'Final do endereço do botão “Acompanhar”').fill('{numero}')
    await dialog(ana).getByRole('button', { name: 'Ver prévia' }).click()
    await ana.getByText('Olá Rosa Lima, o pedido chega amanhã.').waitFor()
    await ana.getByRole('button', { name: 'Fechar' }).last().click()
    await save(ana)
    await toast(ana, 'Campanha criada com sucesso')
    await row(ana, 'Volta').click()
    expect(await field(ana, 'Variável 1').inputValue()).toBe('{nome}')
  },
  browserTestMs,
)

test(
  'lists the templates of a connection, refreshes them, and submits and deletes one',
  async () => {
    const graph = await startGraphServer()
    graph.addTemplate({ name: 'retorno', components: [{ type: 'BODY', text: 'Olá {{1}}, voltamos.' }] })
    const served = await createServedWorld({ pages: true, environment: graph.environment })
    try {
      const connectionId = addTemplateConnection(served)
      addGraphAccount(served, connectionId)
      const { page, complaints, close } = await openWindow(browser(), served, served.ana, { path: '/connections' })
      await row(page, 'Oficial').getByRole('button', { name: 'Modelos de mensagem' }).click()
      await page.getByText('Nenhum modelo ainda').waitFor()
      await page.getByRole('button', { name: 'Atualizar modelos' }).click()
      await row(page, 'retorno').getByText('Aprovado').waitFor()
      await page.getByRole('button', { name: 'Adicionar modelo' }).first().click()
      await field(page, 'Nome').fill('aviso_entrega')
      await dialog(page).getByRole('combobox', { name: 'Tipo de cabeçalho' }).click()
      await page.getByRole('option', { name: 'Documento' }).click()
      const pdf = { name: 'exemplo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
      await dialog(page).locator('input[type=file]').setInputFiles(pdf)
      await field(page, 'Texto').fill('Olá {{1}}, seu pedido chegou.')
      await field(page, 'Variável 1').fill('Ana')
      await dialog(page).getByText('Olá Ana, seu pedido chegou.').waitFor()
      await dialog(page).getByRole('button', { name: 'Adicionar botão' }).click()
      await field(page, 'Texto do botão').fill('Obrigado')
      await dialog(page).getByRole('button', { name: 'Adicionar botão' }).click()
      const second = dialog(page).getByRole('group', { name: 'Botões 2' })
      await second.getByRole('combobox', { name: 'Tipo' }).click()
      await page.getByRole('option', { name: 'Copiar cupom' }).click()
      await field(page, 'Exemplo do código do cupom').fill('VERAO25')
      await dialog(page).getByRole('button', { name: 'Enviar para análise' }).click()
      await row(page, 'aviso_entrega').getByText('Em análise').waitFor()
      await row(page, 'retorno').getByRole('button', { name: 'Excluir' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir modelo' }).click()
      await row(page, 'retorno').waitFor({ state: 'detached' })
      expect(graph.state.templates.map(({ name }) => name)).toEqual(['aviso_entrega'])
      expect(graph.state.templates[0]?.components).toMatchObject([
        { type: 'HEADER', format: 'DOCUMENT', example: { header_handle: [[...graph.state.handles][0]] } },
        { type: 'BODY' },
        {
          buttons: [
            { type: 'QUICK_REPLY', text: 'Obrigado' },
            { type: 'COPY_CODE', example: 'VERAO25' },
          ],
        },
      ])
      expect(complaints).toEqual([])
      await close()
    } finally {
      await served.stop()
      await graph.stop()
    }
  },
  browserTestMs,
)
