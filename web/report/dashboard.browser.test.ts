import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { read, utils } from 'xlsx'
import { browserTestMs, findBarriers, showTheme, hasFocus } from '../../src/testing/browser/browser'
import { setSetting } from '../../src/testing/conversation/conversation'
import { messageEvent, receive } from '../../src/testing/conversation/inbound'
import { createScreenWindows, refusedEntry, row, toast, withWorld } from '../../src/testing/browser/screen-windows'
import type { ServedWorld } from '../../src/testing/world/served-world'
import { addTicket, setSwitches } from '../../src/testing/conversation/tickets'
import { links } from '../app/links'

const { open } = createScreenWindows(links.dashboard())
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const shows = (page: Page, name: string, figure: string) =>
  card(page, name).getByText(figure, { exact: true }).waitFor()

async function enableRating(world: ServedWorld) {
  await setSetting(world, 'userRating', 'enabled')
  world.ctx(1).company.sqlite.run("UPDATE connection SET rating_message = 'De 1 a 5?'")
}

test(
  'an admin sees the figures change as a ticket is accepted, closed and rated',
  () =>
    withWorld(async (world) => {
      await enableRating(world)
      const phone = '5511970007777'
      const { page, complaints, close } = await open(world, world.ana)
      expect(new URL(page.url()).pathname).toBe('/')
      await shows(page, 'Aguardando', '0')
      receive(world, 1, messageEvent({ phone, atMs: Date.now() }))
      await shows(page, 'Aguardando', '1')
      await shows(page, 'Mensagens recebidas', '1')
      world.ctx(1).company.sqlite.run('UPDATE ticket SET queue_id = 1')
      const bruno = await world.as(world.bruno)
      await bruno.put('/tickets/1', { status: 'open', userId: 2, queueId: 1 })
      await shows(page, 'Em atendimento', '1')
      await shows(page, 'Aguardando', '0')
      await bruno.put('/tickets/1', { status: 'closed', sendFarewellMessage: true })
      await shows(page, 'Em atendimento', '0')
      await tab(page, 'Avaliações (NPS)').click()
      await page.getByText('Sem avaliações').waitFor()
      receive(world, 1, messageEvent({ phone, text: '5', atMs: Date.now() }))
      await page.getByText('Excelência').waitFor()
      await page.getByRole('progressbar', { name: 'Índice de avaliação' }).waitFor()
      expect(new URL(page.url()).search).toBe('?tab=nps')
      await tab(page, 'Indicadores').click()
      await shows(page, 'Resolvidos', '1')
      await page.getByText('Ver como tabela').click()
      await page.getByRole('table', { name: 'Volume de atendimentos' }).getByRole('row').last().waitFor()
      await tab(page, 'Atendentes').click()
      await row(page, 'Bruno Lima.*5,0 de 5.*1.*1.*00h 00m').waitFor()
      await row(page, 'Bruno Lima').getByRole('link', { name: '1 Avaliados, Bruno Lima' }).waitFor()
      await page
        .getByRole('table', { name: 'Atendimentos por atendente' })
        .getByRole('row', { name: /Bruno Lima 1/ })
        .waitFor()
      await tab(page, 'Indicadores').click()
      await card(page, 'Resolvidos').getByRole('link', { name: '1 Resolvidos' }).click()
      await page.getByText('1–1 de 1').waitFor()
      expect(new URL(page.url()).searchParams.get('counts')).toBe('resolved')
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'filters by days or dates, keeps the filter in the address, and reports missing dates',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close, go } = await open(world, world.ana)
      const days = page.getByRole('group', { name: 'Período' })
      await days.getByRole('button', { name: '7 dias', pressed: false }).click()
      await days.getByRole('button', { name: '7 dias', pressed: true }).waitFor()
      expect(new URL(page.url()).search).toBe('?days=7')
      await page.getByRole('button', { name: 'Filtro', expanded: false }).click()
      await page.getByRole('button', { name: 'Limpar' }).click()
      await page.getByRole('button', { name: 'Filtrar' }).click()
      await page.getByText('Parametrize o filtro').waitFor()
      await page.getByLabel('Data inicial').fill('10/03/2026')
      await page.getByLabel('Data final').fill('01/03/2026')
      await page.getByRole('button', { name: 'Filtrar' }).click()
      await page.getByText('O fim deve ser depois do início').waitFor()
      await page.getByLabel('Data final').fill('11/03/2026')
      await page.getByRole('button', { name: 'Filtrar' }).click()
      await page.getByRole('heading', { name: '10/03/2026 a 11/03/2026' }).waitFor()
      expect(new URL(page.url()).search).toBe('?date_from=2026-03-10&date_to=2026-03-11')
      await go('/?date_from=2026-03-10&date_to=2026-03-11&tab=attendants')
      expect(await page.getByLabel('Data inicial').inputValue()).toBe('10/03/2026')
      const openCalendar = page.getByRole('button', { name: 'Abrir o calendário' }).nth(1)
      await openCalendar.press('Enter')
      const calendar = page.getByRole('dialog', { name: 'Escolher um dia' })
      await hasFocus(calendar.getByRole('button', { name: '11 de março de 2026' }))
      for (const key of ['ArrowUp', 'PageDown', 'Enter']) await page.keyboard.press(key)
      expect(await page.getByLabel('Data final').inputValue()).toBe('04/04/2026')
      await hasFocus(openCalendar)
      await page.getByText('Nenhum atendimento neste período').waitFor()
      for (const impossible of ['/?days=1000000000&date_from=never', '/?date_from=2020-01-01']) {
        await go(impossible)
        await days.getByRole('button', { name: '30 dias', pressed: true }).waitFor()
      }
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'reports an invalid date or too long a period at its field, and keeps the figures',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.ana, {
        path: '/?date_from=2026-03-10&date_to=2026-03-11',
        expected: [/status of 400/, /^400 .*date_from=2020-01-01/],
      })
      const [from, to] = [page.getByLabel('Data inicial'), page.getByLabel('Data final')]
      const figures = page.getByRole('heading', { name: '10/03/2026 a 11/03/2026' })
      const isRefused = async (field: typeof from, reason: string) => {
        await field.and(page.locator('[aria-invalid="true"]')).waitFor()
        await page.getByText(reason).waitFor()
        await hasFocus(field)
        expect([await figures.count(), new URL(page.url()).search]).toEqual([
          1,
          '?date_from=2026-03-10&date_to=2026-03-11',
        ])
      }
      await from.fill('31/02/2026')
      await from.press('Enter')
      await isRefused(from, 'Data inválida')
      await from.fill('10/03/2024')
      await page.getByRole('button', { name: 'Filtrar' }).click()
      await isRefused(to, 'O período pode ter no máximo 366 dias')
      // Until today, which only the server knows in the company's time zone.
      await from.fill('01/01/2020')
      await to.fill('')
      await page.getByRole('button', { name: 'Filtrar' }).click()
      await isRefused(from, 'O período pode ter no máximo 366 dias')
      await from.fill('09/03/2026')
      await to.fill('11/03/2026')
      await to.press('Enter')
      await page.getByRole('heading', { name: '09/03/2026 a 11/03/2026' }).waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'counts a user who signs in among the active agents, also on their own screen',
  () =>
    withWorld(async (world) => {
      setSwitches(world.ctx(1), 2, { show_dashboard: true })
      const bruno = await open(world, world.bruno, { path: links.dashboard() })
      await shows(bruno.page, 'Atendentes ativos', '1')
      const ana = await open(world, world.ana)
      await shows(ana.page, 'Atendentes ativos', '2')
      await shows(bruno.page, 'Atendentes ativos', '2')
      for (const { complaints, close } of [bruno, ana]) {
        expect(complaints).toEqual([])
        await close()
      }
    }),
  browserTestMs,
)

test(
  'exports the agents as a spreadsheet in which names are never formulas',
  () =>
    withWorld(async (world) => {
      world.ctx(1).company.sqlite.run(`UPDATE user SET name = '=HYPERLINK("http://evil.test")' WHERE id = 3`)
      for (const userId of [2, 2, 3]) addTicket(world.ctx(1), { status: 'open', userId })
      const { page, complaints, close } = await open(world, world.ana, { path: '/?tab=attendants' })
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Exportar Excel' }).click()
      const download = await saved
      expect(download.suggestedFilename()).toBe('relatorio-de-atendentes.xlsx')
      await toast(page, 'Planilha salva')
      const book = read(await Bun.file(await download.path()).bytes())
      const sheet = book.Sheets[book.SheetNames[0] ?? '']
      if (!sheet) throw new Error('The spreadsheet is empty')
      const rows = utils.sheet_to_json<(string | number)[]>(sheet, { header: 1 })
      expect(book.SheetNames).toEqual(['Atendentes'])
      expect(rows[0]).toEqual([
        ...[
          'Nome',
          'Pontuação',
          'Avaliados',
          'Atendimentos',
          'Tempo médio de espera',
          'Tempo médio de atendimento',
          'Status',
        ],
      ])
      expect(rows).toContainEqual(['Bruno Lima', '', 0, 2, '00h 00m', '00h 00m', 'Offline'])
      expect(rows.flat()).toContain('=HYPERLINK("http://evil.test")')
      expect(Object.values(sheet).filter((cell) => typeof cell === 'object' && 'f' in cell)).toEqual([])
      await page.getByText('Ver como tabela').click()
      await page.getByRole('table', { name: 'Atendimentos por dia' }).getByRole('cell', { name: /^3 / }).waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'plain users are redirected to the tickets, also after signing in; with the permission the page opens',
  () =>
    withWorld(async (world) => {
      const bruno = await open(world, world.bruno, { expected: refusedEntry })
      await bruno.page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor()
      expect(await bruno.page.getByRole('link', { name: 'Dashboard' }).count()).toBe(0)
      await bruno.page.getByRole('link', { name: 'Voltar aos atendimentos' }).click()
      await bruno.page.waitForURL('**/tickets')
      await bruno.go('/login')
      expect(new URL(bruno.page.url()).pathname).toBe('/tickets')
      setSwitches(world.ctx(1), 2, { show_dashboard: true })
      await bruno.go('/login')
      expect(new URL(bruno.page.url()).pathname).toBe('/tickets')
      await bruno.go('/')
      await bruno.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
      // A ticket that he may not see changes the figures that he sees.
      addTicket(world.ctx(1), { status: 'open', userId: 3 })
      await shows(bruno.page, 'Em atendimento', '1')
      // Reports are for admins.
      expect(await card(bruno.page, 'Em atendimento').getByRole('link').count()).toBe(0)
      expect(bruno.complaints).toEqual([])
      await bruno.close()
    }),
  browserTestMs,
)

test(
  'reports figures that cannot be loaded and offers a retry; failed charts keep the figures',
  () =>
    withWorld(async (world) => {
      const { page, close } = await open(world, world.ana, { expected: [/status of 500/, /^500 /] })
      await page.route(/\/dashboard\?/, (route) => route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } }))
      await page.getByRole('button', { name: '7 dias' }).click()
      await page.getByRole('button', { name: 'Tentar novamente' }).waitFor()
      await shows(page, 'Resolvidos', '0')
      await page.unroute(/\/dashboard\?/)
      await page.route(/\/dashboard\/tickets/, (route) =>
        route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } }),
      )
      await page.getByRole('button', { name: 'Tentar novamente' }).click()
      await shows(page, 'Resolvidos', '0')
      await tab(page, 'Atendentes').click()
      await row(page, 'Ana Souza').waitFor()
      await page.getByText('Erro ao buscar informações dos tickets').first().waitFor()
      await page.unroute(/\/dashboard\/tickets/)
      await page.getByRole('button', { name: 'Tentar novamente' }).click()
      await page.getByText('Nenhum atendimento neste período').waitFor()
      await close()
    }),
  browserTestMs,
)

test(
  'has no accessibility violations',
  () =>
    withWorld(async (world) => {
      for (const userId of [2, 3]) addTicket(world.ctx(1), { status: 'open', userId })
      world
        .ctx(1)
        .company.sqlite.run('UPDATE attendance_hour SET rated = 3, rating_sum = 13, promoters = 1, finished = 4')
      const { page, close } = await open(world, world.ana)
      await page.getByRole('button', { name: 'Filtro' }).click()
      for (const theme of ['light', 'dark'] as const) {
        await showTheme(page, theme)
        for (const name of ['Indicadores', 'Avaliações (NPS)', 'Atendentes']) {
          await tab(page, name).click()
          expect([theme, name, await findBarriers(page)]).toEqual([theme, name, []])
        }
      }
      await page.setViewportSize({ width: 390, height: 844 })
      for (const name of ['Indicadores', 'Avaliações (NPS)', 'Atendentes']) {
        await tab(page, name).click()
        expect([name, await findBarriers(page)]).toEqual([name, []])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      }
      await close()
    }),
  browserTestMs,
)
