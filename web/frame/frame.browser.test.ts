import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from '@playwright/test'
import { version } from '../../package.json'
import { endSession } from '../../src/user/session/session'
import { forgetSettings } from '../../src/setting/setting.queries'
import { settingTable } from '../../src/setting/setting.tables'
import { browserTestMs, findBarriers, hasFocus, pressSequence, whenUsable } from '../../src/testing/browser/browser'
import { composer } from '../../src/testing/browser/conversation-parts'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { until } from '../../src/testing/whatsapp/whatsapp-world'
import { userTable } from '../../src/user/user.tables'

const { world, open, write } = createInboxWindows()

const banner = (page: Page) => page.getByRole('banner')
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' })
const entries = (page: Page) => menu(page).getByRole('link').allInnerTexts()
const palette = (page: Page) => page.getByRole('dialog', { name: 'Paleta de comandos' })
/** Opens the palette, types, and chooses the first result with that name. */
async function take(page: Page, typed: string, name: string | RegExp) {
  await page.keyboard.press('Control+k')
  await palette(page).getByRole('combobox').fill(typed)
  await palette(page).getByRole('option', { name, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await palette(page).waitFor({ state: 'detached' })
}

test(
  'folds the menu as each person wants it, on every device from the first byte',
  async () => {
    const { sqlite } = world().ctx(1).company
    sqlite.run(`UPDATE user SET menu_choices = '{"groups":{},"pinned":[]}'`)
    const page = await open(world().ana, { path: '/queues' })
    const group = (name: string) => menu(page).getByRole('button', { name })
    const opens = async () => {
      const buttons = await menu(page).locator('button[aria-expanded=true]').allInnerTexts()
      return buttons.map((text) => text.trim())
    }
    let saves = 0
    // The last choice counts, even if the save before it takes longer.
    await page.route('**/users/menu', (route) => Bun.sleep(++saves === 4 ? 300 : 0).then(() => route.continue()))
    expect(await opens()).toEqual(['Atendimento', 'Administração'])
    expect(await entries(page)).not.toContain('Contatos')
    await group('Relacionamento').focus()
    await page.keyboard.press('Enter')
    await menu(page).getByRole('link', { name: 'Contatos' }).click()
    // A new screen takes the focus once it is shown.
    await page.locator('main:focus').getByRole('heading', { name: 'Contatos' }).waitFor()
    await page.locator('.opening-page').waitFor({ state: 'detached' })
    await menu(page).getByRole('button', { name: 'Fixar Contatos no topo' }).press('Enter')
    await menu(page).getByRole('region', { name: 'Favoritos' }).getByRole('link', { name: 'Contatos' }).waitFor()
    // The focus follows the entry.
    await page.locator('button:focus[aria-label="Tirar Contatos do topo"]').press('Enter')
    await page.locator('button:focus[aria-label="Fixar Contatos no topo"]').press('Enter')
    await page.locator('button:focus[aria-label="Tirar Contatos do topo"]').waitFor()
    await group('Atendimento').click()
    await until(() => sqlite.query("SELECT 1 FROM user WHERE menu_choices LIKE '%service\":false%'").get(), 'saved')
    await take(page, 'filas', /^Filas/)
    await page.waitForURL('**/queues')
    const html = await (
      await page.request.get(new URL('/contacts', page.url()).href, { headers: { Accept: 'text/html' } })
    ).text()
    expect(html).toContain('aria-label="Favoritos"')
    await page.reload()
    await whenUsable(page)
    expect(await opens()).toEqual(['Relacionamento', 'Administração'])
    expect(await findBarriers(page)).toEqual([])
    const bruno = await open(world().bruno)
    expect(await menu(bruno).getByRole('region', { name: 'Favoritos' }).count()).toBe(0)
  },
  browserTestMs,
)

test(
  'greets, changes theme and sound, signs out, and shows the due date to admins only',
  async () => {
    const ana = await open(world().ana)
    await banner(ana).getByText('Olá, Ana Souza! Boas-vindas à equipe Acme').waitFor()
    await banner(ana)
      .getByText(/^Ativo até \d\d\/\d\d\/\d{4}$/)
      .waitFor()
    const bruno = await open(world().bruno)
    const dueDate = banner(bruno).getByText(/Ativo até/)
    expect(await dueDate.count()).toBe(0)

    await banner(bruno).getByRole('button', { name: 'Usar tema escuro' }).click()
    expect(await bruno.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await banner(bruno).getByRole('button', { name: 'Volume das notificações' }).click()
    const slider = bruno.getByRole('slider', { name: 'Volume das notificações' })
    expect(await slider.evaluate((element: HTMLInputElement) => [element.min, element.max, element.step])).toEqual([
      '0',
      '1',
      '0.1',
    ])
    // The slider gets the focus at once.
    await bruno.keyboard.press('ArrowLeft')
    await bruno.keyboard.press('ArrowLeft')
    expect(await bruno.evaluate(() => localStorage.getItem('volume'))).toBe('0.8')
    // The lists of the other tabs are fetched a moment later.
    const fetchedAhead = bruno.waitForResponse(/status=snoozed/)
    await bruno.reload()
    await bruno.locator('html[data-hydrated][data-theme=dark]').waitFor()
    await fetchedAhead
    await banner(bruno).getByRole('button', { name: 'Volume das notificações' }).click()
    await bruno.getByText('80%').waitFor()
    await bruno.keyboard.press('Escape')

    await bruno.evaluate(() => Object.assign(window, { sameDocument: true }))
    await banner(bruno).getByRole('button', { name: 'Atualizar' }).click()
    expect(await bruno.evaluate(() => 'sameDocument' in window)).toBe(true)
    await banner(bruno).getByRole('button', { name: 'Minha conta' }).click()
    await bruno.getByRole('menuitem', { name: 'Editar perfil' }).click()
    await bruno.getByRole('dialog', { name: 'Editar perfil' }).waitFor()
    await bruno.keyboard.press('Escape')
    await banner(bruno).getByRole('button', { name: 'Minha conta' }).click()
    await bruno.getByRole('menuitem', { name: 'Sair' }).click()
    await bruno.waitForURL('**/login')
  },
  browserTestMs,
)

test(
  'counts unread messages in the title and on the bell: circled up to twenty, then as a number',
  async () => {
    const ctx = world().ctx(1)
    ctx.db.insert(settingTable).values({ key: 'showNotificationPending', value: 'enabled' }).run()
    forgetSettings(ctx)
    const page = await open(world().bruno)
    const titled = (mark: string) =>
      page.waitForFunction((start) => document.title === start, `${mark}Atendimentos · Recado`)
    await titled('')
    write('Contato 1', 'oi')
    await titled('① ')
    await page.getByRole('log').getByText('Contato 1 aguarda atendimento: oi').waitFor()
    await banner(page).getByRole('button', { name: '1 atendimento com mensagens não lidas' }).waitFor()
    for (let index = 2; index <= 20; index++) write(`Contato ${index}`, 'oi')
    await titled('⑳ ')
    write('Contato 21', 'oi')
    await titled('(21) ')
    await banner(page).getByRole('button', { name: '21 atendimentos com mensagens não lidas' }).click()
    await page
      .getByRole('link', { name: /Contato 21/ })
      .first()
      .waitFor()
  },
  browserTestMs,
)

test(
  'lists the allowed screens, keeps the menu’s state, and shows the versions',
  async () => {
    const { db } = world().ctx(1)
    db.update(userTable).set({ defaultMenu: 'closed' }).where(eq(userTable.id, world().carla.id)).run()
    const carla = await open(world().carla)
    const bruno = await open(world().bruno)
    const ana = await open(world().ana)
    const sofia = await open(world().sofia)
    for (const name of ['Atendimentos', 'Chat interno']) expect(await entries(bruno)).toContain(name)
    for (const name of ['Usuários', 'Filas e chatbot', 'Conexões', 'Informativos']) {
      expect(await entries(bruno)).not.toContain(name)
    }
    for (const name of ['Usuários', 'Filas e chatbot', 'Conexões']) expect(await entries(ana)).toContain(name)
    expect(await entries(ana)).not.toContain('Informativos')
    expect(await entries(sofia)).toContain('Informativos')
    expect(await menu(ana).locator('[aria-current=page]').innerText()).toBe('Atendimentos')
    for (const text of [`Versão ${version}`, `Servidor ${version}`]) await ana.getByText(text).waitFor()

    const width = (page: Page) =>
      page.locator('.frame-menu').evaluate((element) => element.getBoundingClientRect().width)
    expect([await width(carla), await width(bruno)]).toEqual([56, 232])
    await menu(carla).getByRole('link', { name: 'Chat interno' }).hover()
    await carla.getByRole('tooltip', { name: 'Chat interno' }).waitFor()
    await carla.keyboard.press('[')
    expect(await width(carla)).toBe(232)
    await bruno.getByRole('button', { name: 'Recolher menu' }).click()
    expect(await width(bruno)).toBe(56)
    expect(await findBarriers(bruno)).toEqual([])
    await bruno.locator('.side-menu-version', { hasText: version }).hover()
    await bruno.getByRole('tooltip', { name: `Versão ${version} · Servidor ${version}` }).waitFor()
  },
  browserTestMs,
)

test(
  'finds screens, tickets, contacts, chats and commands in the palette by keyboard',
  async () => {
    write('Dona Célia', 'bom dia')
    const page = await open(world().bruno)
    await (await world().as(world().carla)).post('/chats', { title: 'Plantão', users: [world().bruno.id] })
    await take(page, 'dona cel', /Dona Célia · #1 · Vendas/)
    await page.waitForURL('**/tickets/*-*')
    await page
      .getByRole('region', { name: /ensagens/ })
      .getByText('bom dia')
      .waitFor()
    await take(page, 'aceitar', /Aceitar/)
    await composer(page).waitFor()
    await take(page, 'plant', 'Plantão')
    await page.waitForURL('**/chats/*-*')
    // A contact without tickets opens a new one.
    await page.keyboard.press('Control+k')
    await palette(page).getByRole('combobox').fill('dona maria')
    const contact = palette(page).getByRole('option', { name: /Dona Maria · / })
    await contact.waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Novo atendimento' }).waitFor()
    await page.keyboard.press('Escape')
    await take(page, 'nova conversa', 'Nova conversa no chat interno')
    await page.getByRole('dialog', { name: 'Nova conversa' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await palette(page).getByText('Recentes').waitFor()
    await palette(page).getByRole('option', { name: 'Nova conversa no chat interno', selected: true }).waitFor()
    await palette(page).getByRole('combobox').fill('aguard')
    await palette(page).getByRole('option', { name: 'Atendimentos › Aguardando' }).waitFor()
    await palette(page).getByRole('combobox').fill('nada disso existe')
    await palette(page).getByText('Nada encontrado').waitFor()
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
  },
  browserTestMs,
)

test(
  'opens fields by the palette at their place, those of admins for admins only',
  async () => {
    const ana = await open(world().ana)
    await take(ana, 'token', /^Token da API/)
    await hasFocus(ana.getByRole('dialog', { name: 'Editar conexão' }).getByLabel('Token da API', { exact: true }))
    await ana.keyboard.press('Escape')
    await take(ana, 'expediente conexoes', /^Mensagem fora do expediente Conexões/)
    await hasFocus(ana.getByRole('dialog').getByRole('combobox', { name: 'Quem define o horário' }))
    await ana.keyboard.press('Escape')
    await take(ana, 'passar ao proximo', /^Passar ao próximo após/)
    await ana.getByText('Escolha um item da lista: ele abre no campo procurado.').waitFor()
    await ana
      .getByRole('button', { name: /Vendas/ })
      .first()
      .click()
    await hasFocus(ana.getByRole('switch', { name: 'Distribuir aos atendentes' }))
    await ana.getByText('O campo procurado aparece quando esta opção está ativada.').waitFor()
    await ana.keyboard.press('Escape')
    await take(ana, 'qr', /^QR Code Conexões/)
    await hasFocus(ana.locator('.session-actions').getByRole('button').first())
    await take(ana, 'fim de semana', /^Enviar aos sábados/)
    await hasFocus(ana.getByRole('switch', { name: 'Enviar aos sábados' }))
    await ana.keyboard.press('Control+k')
    await palette(ana).getByRole('combobox').fill('privacidade')
    await palette(ana).getByText('Configurações › Preferências › LGPD').first().waitFor()
    expect(await findBarriers(ana)).toEqual([])
    await ana.keyboard.press('Escape')
    await take(ana, 'privacidade', /^Link da política de privacidade Configurações/)
    await hasFocus(ana.getByRole('switch', { name: 'Ativar LGPD' }))

    const bruno = await open(world().bruno)
    await take(bruno, 'senha', /^Nova senha Editar perfil/)
    await hasFocus(bruno.getByRole('dialog', { name: 'Editar perfil' }).getByLabel('Nova senha'))
    await bruno.keyboard.press('Escape')
    await bruno.keyboard.press('Control+k')
    await palette(bruno).getByRole('combobox').fill('lgpd')
    await palette(bruno).getByText('Nada encontrado').waitFor()
  },
  browserTestMs,
)

test(
  'lists the shortcuts on a question mark, runs them, and ignores letters in fields',
  async () => {
    const page = await open(world().ana)
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Atalhos do teclado' })
    for (const label of [
      'Abrir a paleta de comandos',
      'Abrir ou recolher o menu',
      'Chat interno',
      'Novo atendimento',
    ]) {
      await list.getByText(label, { exact: true }).waitFor()
    }
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await pressSequence(page, 'gm')
    await page.waitForURL('**/chats')
    await pressSequence(page, 'gt')
    await page.waitForURL('**/tickets')
    const search = page.getByRole('searchbox', { name: 'Buscar por nome ou número' })
    await search.fill('')
    await search.pressSequentially('?gm[')
    expect(await search.inputValue()).toBe('?gm[')
    expect(new URL(page.url()).pathname).toBe('/tickets')
  },
  browserTestMs,
)

test(
  'ends a replaced session after a reconnection, with the reason',
  async () => {
    const page = await open(world().bruno, { expected: [/status of 401/, /^401 /, /ERR_INTERNET_DISCONNECTED/] })
    await until(() => world().hub.isOnline(1, world().bruno.id), 'Bruno’s live line')
    await page.context().setOffline(true)
    await page.getByText('Sem internet. O que você digitar fica guardado.').waitFor()
    await world().as(world().bruno)
    await page.context().setOffline(false)
    await page.waitForURL('**/login?next=%2Ftickets')
    await page.getByText('Sua conta foi acessada em outro computador.').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  },
  browserTestMs,
)

test(
  'names an expired session on the sign-in page',
  async () => {
    const page = await open(world().bruno, { expected: [/status of 401/, /^401 /, 'ERR_UNAUTHORIZED'] })
    // The session was deleted on the server without an event: the next call detects it.
    await page.waitForLoadState('networkidle')
    endSession(world().ctx(1), world().bruno.id)
    await banner(page).getByRole('button', { name: 'Atualizar' }).click()
    await page.waitForURL('**/login?next=%2Ftickets')
    await page.getByText('Sua sessão terminou. Por favor, entre novamente.').waitFor()
    expect(await page.getByText(/Token inválido/).count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  },
  browserTestMs,
)
