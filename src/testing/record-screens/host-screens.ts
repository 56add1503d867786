import { announcementRecords } from '../../platform/announcement/announcement.record'
import { helpRecords } from '../../platform/help/help.record'
import { hostContext } from '../../platform/host-record'
import { makeInvoices } from '../../platform/invoice/make-invoices'
import { dialog, field } from '../browser/screen-windows'
import { formSteps, messages, type RecordScreen } from './record-screen'

const success = 'Operação realizada com sucesso!'
const done = { created: success, saved: success, deleted: success }

export const hostScreens: readonly RecordScreen[] = [
  {
    path: '/companies',
    title: 'Empresas',
    call: /\/companies(\/\d+)?(\?|$)/,
    rows: ['Acme', 'Globex'],
    search: { text: 'globex', found: 'Globex', hidden: 'Acme', nothing: 'Nenhuma empresa encontrada' },
    form: formSteps({
      ...done,
      add: 'Adicionar empresa',
      async fillOthers(page) {
        await field(page, 'E-mail').fill('bill@initech.test')
        await dialog(page).getByRole('tab', { name: 'Assinatura' }).click()
        await dialog(page).getByRole('combobox', { name: 'Plano' }).click()
        await page.getByRole('option', { name: /Plano/ }).click()
        await dialog(page).getByRole('tab', { name: 'Dados' }).click()
      },
      afterAdding: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Fechar' }).last().click(),
      typedToDelete: 'Initrode',
      names: ['Initech', 'Initrode'],
    }),
  },
  {
    path: '/plans',
    title: 'Planos',
    call: /\/plans(\/all|\/\d+)?$/,
    rows: ['Plano'],
    form: formSteps({
      ...done,
      add: 'Adicionar plano',
      fillOthers: (page) => field(page, 'Valor').fill('99,90'),
      names: ['Essencial', 'Inicial'],
    }),
  },
  {
    path: '/helps/admin',
    title: 'Vídeos de ajuda',
    call: /\/helps(\/\d+)?(\?|$)/,
    prepare: ({ platform }) => {
      for (const title of ['Primeiros passos', 'Como transferir']) {
        helpRecords.createFrom(hostContext(platform), { title, description: '', video: 'dQw4w9WgXcQ' })
      }
    },
    rows: ['Primeiros passos', 'Como transferir'],
    search: { text: 'passos', found: 'Primeiros', hidden: 'transferir', nothing: 'Nenhum vídeo encontrado' },
    form: formSteps({
      ...done,
      add: 'Adicionar vídeo',
      fillOthers: (page) => field(page, 'Vídeo').fill('https://youtu.be/dQw4w9WgXcQ'),
      names: ['Campanhas', 'Agendamentos em vídeo'],
      label: 'Título',
    }),
  },
  {
    path: '/allConnections',
    title: 'Conexões das empresas',
    call: /\/whatsapp\/all$/,
    rows: ['Acme', 'Globex'],
    search: { text: 'globex', found: 'Globex', hidden: 'Acme', nothing: 'Nenhuma empresa encontrada' },
  },
  {
    path: '/announcements',
    title: 'Informativos',
    call: /\/announcements(\?|$)/,
    prepare: ({ platform }) => {
      const [ctx, rest] = [hostContext(platform), { text: 'Veja', priority: 1 as const }]
      announcementRecords.createFrom(ctx, { title: 'Manutenção no domingo', status: true, ...rest })
      announcementRecords.createFrom(ctx, { title: 'Nova tela de filas', status: false, ...rest })
    },
    rows: ['Manutenção no domingo', 'Nova tela de filas'],
    search: { text: 'domingo', found: 'Manutenção', hidden: 'Nova tela' },
    form: formSteps({
      ...messages('Informativo', 'o'),
      add: 'Adicionar informativo',
      fillOthers: (page) => field(page, 'Texto').fill('De 20 a 31 de dezembro'),
      names: ['Férias coletivas', 'Recesso de fim de ano'],
      label: 'Título',
    }),
  },
  {
    path: '/financeiro',
    title: 'Faturas (1)',
    call: /\/invoices\/open/,
    prepare({ platform }) {
      platform.catalog.sqlite.run("UPDATE company SET due_date = '2026-01-15' WHERE id = 2")
      platform.catalog.companies.forget()
      makeInvoices(platform)
    },
    rows: ['Globex'],
    search: { text: 'globex', found: 'Globex', nothing: 'Nenhuma fatura encontrada' },
  },
]
