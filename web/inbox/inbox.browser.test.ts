import { expect, test } from 'bun:test'
import { browserTestMs, expectNoBarriers } from '../../src/testing/browser/browser'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { ticketTable } from '../../src/ticket/ticket.tables'
import { refreshCookieName } from '../../src/user/session/authenticate'

const { open, row, shows, tab, world, write } = createInboxWindows()

test(
  'searches names and, when asked, messages, and removes filters',
  async () => {
    for (const [name, text] of [
      ['Conceição Prado', 'Preciso do boleto'],
      ['Marcos Nunes', 'Qual o prazo?'],
      ['Lívia Rosa', 'Obrigada!'],
    ] as const) {
      write(name, text)
    }
    const page = await open(world().bruno)
    const search = page.getByRole('searchbox', { name: 'Buscar por nome ou número' })
    await search.fill('conceicao')
    await row(page, 'Conceição Prado').waitFor()
    await page.getByText('1 encontrado').waitFor()
    await search.fill('boleto')
    await page.getByText('Nenhum resultado').waitFor()
    await page.getByRole('button', { name: 'Buscar nas mensagens' }).click()
    await row(page, 'Conceição Prado').locator('mark', { hasText: 'boleto' }).waitFor()
    await row(page, 'Conceição Prado').getByRole('link').click()
    await page.locator('.message[data-flashed]', { hasText: 'Preciso do boleto' }).waitFor()
    // The address contains the position, for a reload and for a colleague.
    expect(new URL(page.url()).searchParams.get('message')).toMatch(/^\d+$/)
    await page.locator('.message[data-flashed]').waitFor({ state: 'detached' })
    // It flashes for less time than some pictures take to load.
    await page.reload({ waitUntil: 'commit' })
    await page.locator('.message[data-flashed]', { hasText: 'Preciso do boleto' }).waitFor()
    await search.fill('')
    await shows(page, 'Aguardando', 3)

    await page.getByRole('button', { name: 'Filtros' }).click()
    const panel = page.getByRole('dialog', { name: 'Filtros' })
    await panel.getByLabel('Conexões').click()
    await panel.getByRole('option', { name: 'Acme WhatsApp' }).locator('.lucide-message-circle').waitFor()
    await panel.getByLabel('Situação').click()
    await panel.getByRole('option', { name: 'Aguardando' }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.getByText('3 encontrados').waitFor()
    // Each search result shows its status.
    await row(page, 'Marcos Nunes').getByRole('img', { name: 'Aguardando', exact: true }).waitFor()
    await page.getByRole('list', { name: 'Filtros' }).getByRole('button', { name: 'Remover Aguardando' }).click()
    await tab(page, 'Atendendo').waitFor()

    await search.fill('prado')
    await page.getByText('1 encontrado').waitFor()
    await page.getByRole('tab', { name: 'Resolvidos' }).click()
    await page.getByText('Nada resolvido ainda').waitFor()
    expect(await search.inputValue()).toBe('')
  },
  browserTestMs,
)

test(
  'says that a search was cut off, with and without results',
  async () => {
    write('Marcos Nunes', 'Qual o prazo?')
    write('Rita Campos', 'Oi', 2)
    const { company } = world().ctx(1)
    const say = (ticketId: number, word: string) =>
      company.sqlite.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5001)
         INSERT INTO message (ticket_id, from_me, body, created_at) SELECT ?, 0, ?, 0 FROM n`,
        [ticketId, word],
      )
    say(1, 'frete')
    say(2, 'prancha')
    const page = await open(world().bruno, { path: '/tickets?messages=1&q=frete' })
    await page.getByText('mais de 1 encontrado').waitFor()
    await page.getByText(/só as mais recentes foram vistas/).waitFor()
    await page.getByRole('searchbox', { name: 'Buscar por nome ou número' }).fill('prancha')
    await page.getByText('Nenhum resultado').waitFor()
    await page.getByText(/só as mais recentes foram vistas/).waitFor()
    await page.getByText('0 encontrados').waitFor()
  },
  browserTestMs,
)

test(
  'renders list and conversation on the server for an address with a ticket, and hydrates them unchanged',
  async () => {
    write('Joana Reis', 'Primeira mensagem')
    const { refreshToken } = await world().as(world().bruno)
    const uuid = world().ctx(1).db.select().from(ticketTable).get()?.uuid
    const headers = { accept: 'text/html', cookie: `${refreshCookieName}=${refreshToken}` }
    const html = await (await fetch(`${world().url}/tickets/${uuid}`, { headers })).text()
    expect(html.split('Primeira mensagem').length - 1).toBeGreaterThanOrEqual(3)
    const page = await open(world().bruno, { path: `/tickets/${uuid}` })
    await page.getByRole('region', { name: 'Conversa' }).getByText('Primeira mensagem').waitFor()
    expect(await tab(page, 'Aguardando').getAttribute('aria-selected')).toBe('true')
  },
  browserTestMs,
)

test(
  'supports j and k to move, Enter to open and Escape to leave',
  async () => {
    write('Primeira', 'um')
    write('Segunda', 'dois')
    const page = await open(world().bruno)
    await page.keyboard.press('2')
    await row(page, 'Primeira').waitFor()
    for (const key of 'jjk') await page.keyboard.press(key)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Primeira')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/tickets\/[\w-]{36}(\?|$)/)
    await page.getByRole('region', { name: 'Conversa' }).getByText('um', { exact: true }).waitFor()
    await row(page, 'Primeira').getByRole('link').focus()
    await page.keyboard.press('Escape')
    await page.waitForURL(/\/tickets(\?|$)/)
  },
  browserTestMs,
)

test(
  'saves the width of the list per user',
  async () => {
    const page = await open(world().bruno, { viewport: { width: 1440, height: 900 } })
    const splitter = page.getByRole('separator', { name: 'Redimensionar a lista de atendimentos' })
    await splitter.focus()
    const saved = page.waitForResponse((response) => response.url().includes('/users/toggleChangeWidht/2'))
    await page.keyboard.press('End')
    expect((await saved).status()).toBe(200)
    await page.reload()
    expect(await splitter.getAttribute('aria-valuenow')).toBe('700')
    await page.keyboard.press('Tab')
  },
  browserTestMs,
)

test(
  'shows one pane at a time on a phone, without horizontal scrolling',
  async () => {
    write('Helena Dias', 'Oi')
    const page = await open(world().bruno, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await tab(page, 'Ticket').click()
    await page.getByRole('button', { name: 'Selecionar atendimento' }).click()
    await tab(page, 'Aguardando').click()
    await row(page, 'Helena Dias').getByRole('link').click()
    await page.getByRole('region', { name: 'Conversa' }).getByText('Oi', { exact: true }).waitFor()
    expect(await row(page, 'Helena Dias').isVisible()).toBe(false)
    expect(await tab(page, 'Atendimentos').count()).toBe(0)
    await page.getByRole('link', { name: 'Voltar aos atendimentos' }).click()
    await row(page, 'Helena Dias').waitFor()

    // A long press selects the row, and further taps select instead of opening.
    write('Igor Melo', 'Bom dia')
    // It moves the rows.
    await row(page, 'Igor Melo').waitFor()
    const box = await row(page, 'Helena Dias').locator('.ticket-row-text').boundingBox()
    const point = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 20 }
    const touch = await page.context().newCDPSession(page)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
    const bar = page.getByRole('toolbar', { name: 'Atendimentos selecionados' })
    await bar.getByText('1 selecionado').waitFor()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await row(page, 'Igor Melo').locator('.ticket-row-link').tap()
    await bar.getByText('2 selecionados').waitFor()
    expect(await tab(page, 'Atendimentos').getAttribute('aria-selected')).toBe('true')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  },
  browserTestMs,
)

test.each(['/tickets/undefined', '/tickets/unknown'])(
  '%s leads to the list',
  async (path) => {
    const page = await open(world().bruno, { path })
    expect(new URL(page.url()).pathname).toBe('/tickets')
  },
  browserTestMs,
)

test.each([1280, 390])(
  'has no accessibility violations at %i px',
  async (width) => {
    write('Ana Clara', 'Oi 👋')
    write('محمد عبد الله', 'مرحبا')
    const page = await open(world().ana, { viewport: { width, height: 800 } })
    await tab(page, 'Aguardando').click()
    await row(page, 'Ana Clara').waitFor()
    const look = async () => {
      await expectNoBarriers(page)
    }
    await look()
    await page.getByRole('button', { name: 'Filtros' }).click()
    await page.getByRole('dialog', { name: 'Filtros' }).getByLabel('Tags').waitFor()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Novo atendimento' }).click()
    await page.getByRole('dialog').getByLabel('Contato').waitFor()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notificações', exact: true }).click()
    await page.getByText('Tudo lido por aqui').waitFor()
    await look()
  },
  browserTestMs,
)
