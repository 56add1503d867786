import { expect, test } from 'bun:test'
import { browserTestMs } from '../../src/testing/browser'
import { listMessageRows } from '../../src/testing/conversation'
import { bubble, conversation } from '../../src/testing/conversation-parts'
import { createInboxWindows } from '../../src/testing/inbox-windows'
import { addTemplate, addTemplateConnection } from '../../src/testing/templates'
import { addContact } from '../../src/testing/tickets'

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
    const dialog = bruno.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Modelo' }).click()
    await bruno.getByRole('option', { name: 'retorno (pt_BR)' }).waitFor()
    expect(await bruno.getByRole('option').count()).toBe(1)
    await bruno.getByRole('option', { name: 'retorno (pt_BR)' }).click()
    await dialog.getByLabel('Variável 1 do título').fill('77')
    await dialog.getByLabel('Variável 1', { exact: false }).nth(1).fill('{{firstName}}')
    await dialog.getByRole('region', { name: 'Prévia' }).getByText('Pedido 77').waitFor()
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
    await dialog.getByText('Obrigatório').first().waitFor()
    await dialog.getByLabel('Variável 2').fill('amanhã\n')
    await dialog.getByLabel('Final do endereço').fill('77')
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
    await bubble(bruno, 'Olá Rita, o pedido chega amanhã.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await bubble(bruno, 'Acompanhar').waitFor()
    expect(listMessageRows(world())).toHaveLength(1)
  },
  browserTestMs,
)
