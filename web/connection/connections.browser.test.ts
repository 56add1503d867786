import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import {
  browserTestMs,
  expectFitsPhone,
  expectNoBarriers,
  findBarriers,
  hasFocus,
} from '../../src/testing/browser/browser'
import { addConnection, readConnection, setSession } from '../../src/testing/conversation/connections'
import { setSetting } from '../../src/testing/conversation/conversation'
import { createScreenWindows, refusedEntry } from '../../src/testing/browser/screen-windows'
import { connectionTable } from '../../src/connection/connection.tables'
import { noteMissing, resolveMissing } from '../../src/connection/inbox/missing-messages'
import { companyTable, planTable } from '../../src/platform/platform.tables'
import { userTable } from '../../src/user/user.tables'

const { open, dialog, field, refusedFields, row, save, toast, withWorld } = createScreenWindows('/connections')
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

test(
  'an edit validates as the server does, on the tab of the invalid field',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.ana, { expected: refusedFields })
      await page.getByRole('button', { name: /Acme WhatsApp/ }).click()
      await field(page, 'Nome').fill('Matriz')
      expect(
        await dialog(page)
          .getByRole('switch', { name: /Conexão padrão/ })
          .isDisabled(),
      ).toBe(true)
      await save(page)
      await dialog(page).getByRole('tab', { name: 'Mensagens', selected: true }).waitFor()
      const greeting = field(page, 'Mensagem de saudação')
      await hasFocus(greeting)
      // With errors on two tabs, both are marked and the first of them opens.
      const tab = (name: string, state = {}) => dialog(page).getByRole('tab', { name, exact: true, ...state })
      await tab('Geral').click()
      await field(page, 'Nome').fill('')
      await tab('Mensagens contém erros').click()
      await save(page)
      await tab('Geral contém erros', { selected: true }).waitFor()
      await tab('Mensagens contém erros').waitFor()
      await hasFocus(field(page, 'Nome'))
      await field(page, 'Nome').fill('Matriz')
      await tab('Geral', { selected: true }).waitFor()
      await tab('Mensagens contém erros').click()
      await greeting.fill('Olá! Escolha uma fila.')
      await tab('Geral').click()
      const token = field(page, 'Token da API')
      const before = await token.inputValue()
      await dialog(page).getByRole('button', { name: 'Gerar outro token' }).click()
      expect(await token.getAttribute('type')).toBe('text')
      expect(await token.inputValue()).not.toBe(before)
      await dialog(page).getByText('O token atual para de funcionar ao salvar.').waitFor()
      await save(page)
      await toast(page, 'Conexão salva com sucesso')
      await row(page, 'Matriz').waitFor()
      expect(readConnection(world, 1)).toMatchObject({ name: 'Matriz', greetingMessage: 'Olá! Escolha uma fila.' })
      expect(readConnection(world, 1)?.token).not.toBe(before)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'sets automatic behaviour on its tabs, with the fields that the server requires',
  () =>
    withWorld(async (world) => {
      setSetting(world, 'scheduleType', 'connection')
      const { page, complaints, close } = await open(world, world.ana)
      const tab = (name: string) => dialog(page).getByRole('tab', { name }).click()
      const edit = () => row(page, 'Acme WhatsApp').getByRole('button', { name: 'Editar' }).click()
      await edit()
      await tab('Mensagens')
      await field(page, 'Mensagem de saudação').fill('Olá!')
      await save(page)
      await toast(page, 'Conexão salva com sucesso')
      expect(readConnection(world, 1)).toMatchObject({ greetingMessage: 'Olá!', schedules: [] })
      await row(page, 'Acme WhatsApp').getByText('Sem horário: sempre aberta').waitFor()
      await edit()
      await tab('Mensagens')
      await dialog(page)
        .locator('input[type=file]')
        .setInputFiles({ name: 'loja.png', mimeType: 'image/png', buffer: png })
      await dialog(page).getByText('loja.png').waitFor()
      await field(page, 'Mensagem fora do expediente').fill('Abrimos às 8h')
      await field(page, 'Mensagem de férias coletivas').fill('De férias')
      await field(page, 'Início das férias').pressSequentially('24/12/2030')
      await field(page, 'Fim das férias').pressSequentially('31022030')
      await tab('Chatbot')
      const repeats = field(page, 'Repetir as opções até')
      for (const text of ['', 'abc', '-2', '150', '1,5']) {
        await repeats.fill(text)
        await repeats.press('Tab')
        await dialog(page).getByText('Digite um número inteiro de 0 a 100, por exemplo 3.').waitFor()
        expect(await repeats.inputValue()).toBe(text)
      }
      await repeats.fill('4')
      await dialog(page).getByText('Digite um número inteiro').waitFor({ state: 'detached' })
      await field(page, 'Redirecionar após').fill('15')
      await field(page, 'Perguntar após inatividade de').fill('30')
      await save(page)
      // The first error is on the previous tab.
      await dialog(page).getByText('Data inválida').waitFor()
      await field(page, 'Fim das férias').fill('02/01/2031')
      await save(page)
      await dialog(page).getByText('Foi informado tempo para redirecionar fila').waitFor()
      await field(page, 'Resolver após mais').fill('10')
      await field(page, 'Redirecionar após').fill('0')
      await tab('Horários')
      await dialog(page).getByRole('button', { name: 'Usar o horário sugerido' }).click()
      await dialog(page).getByRole('switch', { name: 'Domingo' }).click()
      await dialog(page).getByRole('textbox', { name: 'Sábado, fim do 2º turno' }).fill('')
      await save(page)
      await dialog(page).getByText('Informe o início e o fim do turno').waitFor()
      await dialog(page).getByRole('textbox', { name: 'Sábado, início do 2º turno' }).fill('')
      await save(page)
      await dialog(page).waitFor({ state: 'detached' })
      await toast(page, 'Conexão salva com sucesso')
      const saved = readConnection(world, 1)
      expect(saved).toMatchObject({
        outOfHoursMessage: 'Abrimos às 8h',
        options: {
          collectiveVacationStart: '2030-12-24',
          collectiveVacationEnd: '2031-01-02',
          sendIdQueue: null,
          maxUseBotQueues: 4,
          timeInactiveMessage: 30,
          expiresTicket: 10,
          timeSendQueue: 0,
        },
      })
      expect(saved?.greetingMediaId).toBeGreaterThan(0)
      const hours = saved?.schedules.map((day) => [day.weekdayEn, day.startTimeA, day.endTimeA, day.startTimeB])
      expect(hours?.slice(4)).toEqual([
        ['friday', '08:00', '12:00', '13:00'],
        ['saturday', '08:00', '12:00', ''],
        ['sunday', '', '', ''],
      ])
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'moves the default by its star; deletes connections, the default only as the last one',
  () =>
    withWorld(async (world) => {
      addConnection(world, { name: 'Filial' })
      world.ctx(1).db.update(connectionTable).set({ greetingMessage: 'Oi' }).run()
      const { page, complaints, close } = await open(world, world.ana, { expected: refusedFields })
      await page.getByRole('button', { name: 'Tornar “Filial” a conexão padrão' }).click()
      await page.getByRole('button', { name: 'Tornar “Acme WhatsApp” a conexão padrão' }).waitFor()
      await row(page, 'Filial').getByRole('img', { name: 'Conexão padrão' }).waitFor()
      await row(page, 'Filial').getByRole('button', { name: 'Excluir' }).click()
      await page.getByRole('button', { name: 'Excluir conexão' }).click()
      await toast(page, 'Deve haver pelo menos um WhatsApp padrão. Torne outra conexão a padrão antes.')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Tornar “Acme WhatsApp” a conexão padrão' }).click()
      await row(page, 'Acme WhatsApp').getByRole('img', { name: 'Conexão padrão' }).waitFor()
      for (const name of ['Filial', 'Acme WhatsApp']) {
        await row(page, name).getByRole('button', { name: 'Excluir' }).click()
        await page.getByRole('button', { name: 'Excluir conexão' }).click()
        await row(page, name).waitFor({ state: 'detached' })
      }
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'users without the permission see no such screen; users with it do',
  () =>
    withWorld(async (world) => {
      const ctx = world.ctx(1)
      ctx.db.update(userTable).set({ allowConnections: true }).where(eq(userTable.id, world.carla.id)).run()
      const bruno = await open(world, world.bruno, { expected: refusedEntry })
      await bruno.page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor()
      expect(await bruno.page.getByRole('link', { name: 'Conexões' }).count()).toBe(0)
      const carla = await open(world, world.carla)
      await row(carla.page, 'Acme WhatsApp').getByRole('button', { name: 'Desconectar' }).waitFor()
      setSession(world, 1, { status: 'qrcode', qrcode: 'a code' })
      await row(carla.page, 'Acme WhatsApp').getByRole('button', { name: 'QR Code' }).click()
      await carla.page.getByRole('img', { name: 'QR Code para ler com o WhatsApp' }).waitFor()
      expect([...bruno.complaints, ...carla.complaints]).toEqual([])
      await bruno.close()
      await carla.close()
    }),
  browserTestMs,
)

test(
  'without connections the screen invites to add the first',
  () =>
    withWorld(async (world) => {
      const { sqlite } = world.ctx(1).company
      for (const table of ['connection', 'queue']) sqlite.run(`DELETE FROM ${table}`)
      const { page, close } = await open(world, world.ana, { expected: refusedFields })
      await page.getByRole('button', { name: 'Conectar WhatsApp' }).click()
      const way = page.getByRole('dialog', { name: 'Adicionar WhatsApp' })
      const press = (name: string) => way.getByRole('button', { name, exact: true }).click()
      const heading = (name: string) => way.getByRole('heading', { name }).waitFor()
      // Every step may be skipped; the first queue is made on the way.
      await press('Pular')
      await heading('QR Code Passo 2 de 5')
      await press('Pular')
      await field(page, 'Nome da fila').fill('Atendimento')
      await press('Continuar')
      await heading('Saudação Passo 4 de 5')
      await way.getByText('Com uma só fila na conexão').waitFor()
      await press('Pular')
      await heading('Horários Passo 5 de 5')
      await press('Todas as opções')
      await page.getByRole('dialog', { name: 'Editar conexão' }).getByRole('tab', { name: 'Chatbot' }).waitFor()
      expect(await field(page, 'Nome').inputValue()).toBe('WhatsApp')
      expect(
        sqlite.query('SELECT count(*) AS queues FROM connection_queue JOIN user_queue USING (queue_id)').get(),
      ).toEqual({
        queues: 1,
      })
      await close()
    }),
  browserTestMs,
)

test(
  'has no accessibility violations',
  () =>
    withWorld(async (world) => {
      setSetting(world, 'scheduleType', 'connection')
      addConnection(world, { name: 'Balcão', status: 'qrcode', qrcode: 'a code' })
      addConnection(world, { name: 'Filial', lastError: 'Logged out' })
      const { page, close } = await open(world, world.ana)
      await expectNoBarriers(page)
      await row(page, 'Filial').getByRole('button', { name: 'Editar' }).click()
      await field(page, 'Nome').waitFor()
      // The other tabs are checked with those of all records.
      await dialog(page).getByRole('tab', { name: 'Horários' }).click()
      await expectNoBarriers(page)
      await page.keyboard.press('Escape')
      await row(page, 'Balcão').getByRole('button', { name: 'QR Code' }).click()
      await expectNoBarriers(page)
      await dialog(page).getByRole('tab', { name: 'Código de pareamento' }).click()
      await expectNoBarriers(page)
      await page.keyboard.press('Escape')
      await expectFitsPhone(page)
      await close()
    }),
  browserTestMs,
)

test(
  'counts unreadable messages at their connection until they arrive',
  () =>
    withWorld(async (world) => {
      const note = (providerId: string) =>
        noteMissing(world.ctx(1), 1, { providerId, request: '{}', retryAtMs: Date.now() })
      note('A')
      const { page, complaints, close } = await open(world, world.ana)
      await row(page, 'Acme WhatsApp').getByText('1 mensagem aguardando o celular').waitFor()
      note('B')
      const two = row(page, 'Acme WhatsApp').getByText('2 mensagens aguardando o celular')
      await two.waitFor()
      expect(await findBarriers(page)).toEqual([])
      const ctx = world.ctx(1)
      ctx.transaction(() => ['A', 'B'].forEach((id) => resolveMissing(ctx, 1, id)))
      await two.waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'explains what cannot be added, shows what is above the plan as it changes, and support opens a chat with the host',
  () =>
    withWorld(async (world) => {
      const { db, companies } = world.platform.catalog
      db.update(companyTable).set({ phone: '+55 11 4002-8900' }).where(eq(companyTable.id, 1)).run()
      db.update(planTable).set({ useInstagram: false }).run()
      companies.forget()
      const { page, complaints, close } = await open(world, world.ana)
      await (await world.as(world.sofia)).put('/plans/1', { connections: 0 })
      await row(page, 'Acme WhatsApp').getByText('Acima do plano').waitFor()
      const support = page.getByRole('link', { name: 'Chamar suporte' })
      const text = encodeURIComponent('Olá! Preciso de ajuda com as conexões da empresa Acme.')
      expect(await support.getAttribute('href')).toBe(`https://wa.me/551140028900?text=${text}`)
      await page.getByRole('button', { name: 'Adicionar' }).click()
      const entry = (name: RegExp) => page.getByRole('menuitem', { name })
      expect(await entry(/^Instagram O plano não inclui este canal/).isDisabled()).toBe(true)
      expect(await entry(/^Facebook Peça a quem hospeda o sistema para configurar a Meta$/).isDisabled()).toBe(true)
      expect(await entry(/^WhatsApp API$/).isEnabled()).toBe(true)
      expect(await findBarriers(page)).toEqual([])
      await entry(/^WhatsApp$/).click()
      await page.getByRole('dialog', { name: 'Adicionar WhatsApp' }).waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
