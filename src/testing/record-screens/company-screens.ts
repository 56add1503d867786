import * as v from 'valibot'
import { QuickMessageBody } from '../../quick-message/quick-message.contract'
import { quickMessageRecords } from '../../quick-message/quick-message.record'
import { holidayRecords } from '../../queue/holiday/holiday.record'
import { createSchedule } from '../../schedule/save-schedule'
import { ScheduleBody } from '../../schedule/schedule.contract'
import { switchNames, type Switches } from '../../user/role/role.contract'
import { createApiToken } from '../../connection/api-token/api-token.record'
import { roleRecords } from '../../user/role/role.record'
import { addConnection } from '../conversation/connections'
import { dialog, field } from '../browser/screen-windows'
import { formSteps, messages, type RecordScreen } from './record-screen'

export const companyScreens: readonly RecordScreen[] = [
  {
    path: '/queues',
    title: 'Filas',
    call: /\/queue(\?|$)/,
    rows: ['Vendas', 'Suporte'],
    form: formSteps({
      ...messages('Fila', 'a'),
      add: 'Adicionar fila',
      names: ['Pós-venda', 'Acompanhamento'],
    }),
  },
  {
    path: '/api-tokens',
    title: 'Chaves de API',
    call: /\/api-tokens(\?|$)/,
    prepare: async (world) => {
      for (const name of ['Loja virtual', 'Planilha'])
        await createApiToken(world.platform, world.ctxAs(world.sofia), {
          name,
          scopes: ['contacts:read'],
          connectionIds: [],
          expiresOn: null,
        })
    },
    rows: ['Loja virtual', 'Planilha'],
    search: { text: 'loja', found: 'Loja virtual', hidden: 'Planilha', nothing: 'Nenhuma chave encontrada' },
  },
  {
    path: '/roles',
    title: 'Papéis',
    call: /\/roles(\?|$)/,
    prepare: (world) => {
      for (const name of ['Supervisor', 'Vendedor']) {
        const switches = Object.fromEntries(switchNames.map((on) => [on, on === 'allTicket'])) as Switches
        roleRecords.createFrom(world.ctxAs(world.sofia), { name, ...switches })
      }
    },
    rows: ['Supervisor', 'Vendedor'],
    search: { text: 'vend', found: 'Vendedor', hidden: 'Supervisor', nothing: 'Nenhum papel encontrado' },
    form: formSteps({ ...messages('Papel', 'o'), add: 'Adicionar papel', names: ['Recepção', 'Recepção da manhã'] }),
  },
  {
    path: '/holidays',
    title: 'Feriados',
    call: /\/holidays(\/\d+)?(\?|$)/,
    prepare: (world) => {
      const ctx = world.ctxAs(world.sofia)
      holidayRecords.create(ctx, { day: '2026-12-25', name: 'Natal' })
      holidayRecords.create(ctx, { day: '2026-07-09', name: 'Feriado estadual' })
    },
    rows: ['Natal', 'Feriado estadual'],
    search: { text: 'natal', found: 'Natal', hidden: 'Feriado estadual', nothing: 'Nenhum feriado encontrado' },
    form: formSteps({
      ...messages('Feriado', 'o'),
      add: 'Adicionar feriado',
      fillOthers: (page) => dialog(page).getByRole('textbox', { name: 'Data' }).fill('25/01/2027'),
      names: ['Aniversário da cidade', 'Aniversário de São Paulo'],
    }),
  },
  {
    path: '/quick-messages',
    title: 'Respostas rápidas',
    call: /\/quick-messages(\/\d+)?(\?|$)/,
    prepare: (world) => {
      for (const shortcode of ['endereco', 'horario'])
        quickMessageRecords.createFrom(
          world.ctxAs(world.sofia),
          v.parse(QuickMessageBody, { shortcode, message: `O ${shortcode}` }),
        )
    },
    rows: ['/endereco', '/horario'],
    search: { text: 'horario', found: '/horario', hidden: '/endereco', nothing: 'Nenhuma resposta encontrada' },
    form: formSteps({
      ...messages('Resposta', 'a'),
      add: 'Adicionar resposta',
      async fill(page) {
        await field(page, 'Atalho').fill('pix')
        await field(page, 'Mensagem').fill('Nossa chave Pix')
        const picture = { name: 'qr.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
        await dialog(page).locator('input[type=file]').setInputFiles(picture)
      },
      typed: (page) => field(page, 'Mensagem'),
      added: '/pix',
      change: (page) => field(page, 'Atalho').fill('chavepix'),
      changed: '/chavepix',
    }),
  },
  {
    path: '/schedules?view=list',
    title: 'Agendamentos',
    call: /\/schedules(\?|$)/,
    prepare(world) {
      const texts = ['Lembrete da consulta', 'Parabéns pelo seu dia']
      for (const body of texts) {
        const schedule = v.parse(ScheduleBody, { body, sendAt: '2099-03-10T09:30', contactId: 1 })
        createSchedule(world.ctxAs(world.sofia), schedule)
      }
    },
    rows: ['Lembrete da consulta', 'Parabéns pelo seu dia'],
    search: { text: 'parabens', found: 'Parabéns', hidden: 'Lembrete' },
    form: formSteps({
      add: 'Agendar mensagem',
      async fill(page) {
        await dialog(page).getByRole('combobox', { name: 'Contato' }).fill('dona')
        await page.getByRole('option', { name: /Dona Maria/ }).click()
        await dialog(page).getByRole('textbox', { name: 'Data' }).fill('10/03/2099')
        await dialog(page).getByRole('textbox', { name: 'Hora' }).fill('1030')
        await dialog(page).getByRole('textbox', { name: 'Mensagem' }).fill('Segue o seu exame')
      },
      typed: (page) => dialog(page).getByRole('textbox', { name: 'Mensagem' }),
      created: 'Mensagem agendada com sucesso!',
      added: 'Segue o seu exame',
      change: (page) => dialog(page).getByRole('textbox', { name: 'Mensagem' }).fill('Segue o seu recibo'),
      saved: 'Agendamento salvo com sucesso!',
      changed: 'Segue o seu recibo',
      deleted: 'Agendamento excluído com sucesso!',
    }),
  },
  {
    path: '/users',
    title: 'Usuários',
    call: /\/users(\?|$)/,
    rows: ['Ana Souza', 'Bruno Lima', 'Sofia Reis'],
    search: { text: 'bruno', found: 'Bruno Lima', hidden: 'Ana Souza', nothing: 'Nenhum usuário encontrado' },
    form: formSteps({
      ...messages('Usuário', 'o'),
      add: 'Adicionar usuário',
      async fillOthers(page) {
        await field(page, 'E-mail').fill('zelia@acme.test')
        await field(page, 'Acesso').click()
        await page.getByRole('option', { name: 'Definir uma senha agora' }).click()
        await field(page, 'Senha').fill('senha-de-zelia')
        await dialog(page).getByRole('combobox', { name: 'Filas' }).click()
        await page.getByRole('option', { name: 'Suporte' }).click()
      },
      names: ['Zélia Campos', 'Zélia Prado'],
    }),
  },
  {
    path: '/connections',
    title: 'Conexões',
    call: /\/whatsapp(\/\d+)?(\?|$)/,
    prepare: (world) => addConnection(world, { name: 'Balcão' }),
    rows: ['Acme WhatsApp'],
    form: formSteps({
      // Adding one starts the pairing of a phone, which is tested separately.
      opensRow: true,
      open: (page) =>
        page
          .getByRole('button', { name: /Balcão/ })
          .first()
          .click(),
      openAnother: (page) =>
        page
          .getByRole('button', { name: /Acme WhatsApp/ })
          .first()
          .click(),
      clear: (page) => field(page, 'Nome').fill(''),
      created: 'Conexão salva com sucesso',
      saved: 'Conexão salva com sucesso',
      deleted: 'Conexão excluída com sucesso',
      names: ['Balcão da loja', 'Balcão do centro'],
    }),
  },
]
