import * as v from 'valibot'
import { fileListRecords } from '../../file-list/file-list.record'
import { CampaignBody } from '../../campaign/campaign.contract'
import { createCampaign } from '../../campaign/edit/save-campaign'
import { addSuppression } from '../../suppression/suppression.record'
import { contactListRecords, findContactList } from '../../contact-list/contact-list.record'
import { createListItem } from '../../contact-list/save-list-item'
import { dialog, field } from '../browser/screen-windows'
import { formSteps, messages, type RecordScreen } from './record-screen'

export const campaignScreens: readonly RecordScreen[] = [
  {
    path: '/campaigns',
    title: 'Campanhas',
    call: /\/campaigns(\/\d+)?(\?|$)/,
    prepare(world) {
      for (const name of ['Ofertas de julho', 'Volta às aulas']) {
        createCampaign(world.ctxAs(world.sofia), v.parse(CampaignBody, { name, whatsappId: 1, message1: 'Oi' }))
      }
    },
    rows: ['Ofertas de julho', 'Volta às aulas'],
    search: { text: 'aulas', found: 'Volta', hidden: 'Ofertas', nothing: 'Nenhuma campanha encontrada' },
    form: formSteps({
      ...messages('Campanha', 'a'),
      add: 'Adicionar campanha',
      async fillOthers(page) {
        await dialog(page).getByRole('combobox', { name: 'Conexão' }).click()
        await page.getByRole('option', { name: /Acme/ }).first().click()
        await field(page, 'Mensagem 1').fill('Oi {nome}!')
      },
      names: ['Dia das mães', 'Dia dos pais'],
    }),
  },
  {
    path: '/campaigns/suppressions',
    title: 'Não recebem campanhas',
    call: /\/suppressions(\/\d+)?(\?|$)/,
    prepare(world) {
      const ctx = world.ctxAs(world.sofia)
      addSuppression(ctx, { name: 'Rosa Lima', number: '5511988887777' })
      addSuppression(ctx, { name: 'Bento Reis', number: '5511988886666' })
    },
    rows: ['Rosa Lima', 'Bento Reis'],
    search: { text: 'rosa', found: 'Rosa', hidden: 'Bento', nothing: 'Nenhum número encontrado' },
  },
  {
    path: '/contact-lists',
    title: 'Listas de contatos',
    call: /\/contact-lists(\/\d+)?(\?|$)/,
    prepare(world) {
      for (const name of ['Clientes do bairro', 'Feira de junho'])
        contactListRecords.createFrom(world.ctxAs(world.sofia), { name })
    },
    rows: ['Clientes do bairro', 'Feira de junho'],
    search: { text: 'feira', found: 'Feira', hidden: 'bairro', nothing: 'Nenhuma lista encontrada' },
    form: formSteps({
      ...messages('Lista', 'a'),
      add: 'Adicionar lista',
      names: ['Aniversariantes', 'Aniversariantes de maio'],
    }),
  },
  {
    path: '/contact-lists/1/contacts',
    title: 'Clientes do bairro',
    call: /\/contact-list-items(\/\d+)?(\?|$)/,
    prepare(world) {
      const ctx = world.ctxAs(world.sofia)
      const { id } = findContactList(ctx, 1) ?? contactListRecords.createFrom(ctx, { name: 'Clientes do bairro' })
      createListItem(ctx, { name: 'Rosa Lima', number: '5511988887777', email: '', contactListId: id })
      createListItem(ctx, { name: 'Bento Reis', number: '5511988886666', email: '', contactListId: id })
    },
    rows: ['Rosa Lima', 'Bento Reis'],
    search: { text: 'rosa', found: 'Rosa', hidden: 'Bento', nothing: 'Nenhum contato encontrado' },
    form: formSteps({
      add: 'Adicionar contato',
      fillOthers: (page) => field(page, 'Número').fill('(11) 97777-0001'),
      created: 'Contato adicionado com sucesso',
      saved: 'Contato salvo com sucesso',
      deleted: 'Contato excluído da lista',
      names: ['Caio Prado', 'Caio Prado Neto'],
    }),
  },
  {
    path: '/files',
    title: 'Listas de arquivos',
    call: /\/files(\/\d+)?(\?|$)/,
    prepare: (world) => {
      for (const name of ['Catálogo', 'Tabela de preços'])
        fileListRecords.createFrom(world.ctxAs(world.sofia), { name, message: 'Segue', options: [] })
    },
    rows: ['Catálogo', 'Tabela de preços'],
    search: { text: 'tabela', found: 'Tabela', hidden: 'Catálogo', nothing: 'Nenhuma lista encontrada' },
    form: formSteps({
      ...messages('Lista', 'a'),
      add: 'Adicionar lista',
      async fillOthers(page) {
        await field(page, 'Mensagem').fill('Seguem os manuais')
        const picture = { name: 'manual.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
        await dialog(page).locator('input[type=file]').setInputFiles(picture)
      },
      names: ['Manuais', 'Guias de uso'],
    }),
  },
]
