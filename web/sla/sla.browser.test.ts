import { expect, test } from 'bun:test'
import { browserTestMs } from '../../src/testing/browser/browser'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { noSla } from '../../src/queue/sla/queue-sla.contract'
import { minuteMs } from '../../src/kernel/time/durations.contract'

const { open, row, world, write } = createInboxWindows()

const promise = (minutes: number) => ({
  ...noSla,
  normal: { firstAnswer: minutes, nextAnswer: null, resolve: null, warnBefore: null },
})

test(
  'a row counts down and turns broken; the panel says what is owed; sorted by due time',
  async () => {
    const ana = await world().as(world().ana)
    await ana.put('/queue/1', { sla: promise(90) })
    await ana.put('/queue/2', { sla: promise(240) })
    await world().runJobs(1)
    write('Lia Prado', 'Olá', 2)
    write('Rui Nunes', 'Olá', 1)
    const page = await open(world().carla)
    await page.getByRole('tab', { name: /^Aguardando/ }).click()
    const chip = (name: string) => row(page, name).locator('.due-chip')
    expect([await chip('Rui Nunes').textContent(), await chip('Lia Prado').textContent()]).toEqual(['90 min', '4 h'])

    const first = (name: string) => page.locator('article.ticket-row').first().filter({ hasText: name }).waitFor()
    await first('Lia Prado')
    await page.getByRole('button', { name: 'Mais opções da lista' }).click()
    await page.getByText('Prazo mais próximo primeiro').click()
    await first('Rui Nunes')

    await row(page, 'Lia Prado').getByRole('link').click()
    await page.locator('.conversation-who').click()
    await page.getByRole('heading', { name: 'Prazos' }).waitFor()
    await page.getByText('Primeira resposta').first().waitFor()
    await page.getByText('No prazo').waitFor()

    // Other targets reach the open page without a reload; what was promised then is over.
    const { sqlite } = world().ctx(1).company
    const earlier = Date.now() - 2 * 60 * minuteMs
    sqlite.run('UPDATE ticket_sla SET started_at = ?, running_since = ? WHERE ticket_id = 1', [earlier, earlier])
    await ana.put('/queue/2', { sla: promise(60) })
    await world().runJobs(1)
    sqlite.run("UPDATE job SET run_at = 0 WHERE kind = 'sla.publish'")
    await world().runJobs(1)
    await page
      .locator('.due-chip[data-level=over]', { hasText: /−6\d min/ })
      .first()
      .waitFor()
    await page.getByText('Vencido', { exact: true }).waitFor()

    const report = await open(world().ana, { path: '/sla?days=7' })
    await report.getByRole('button', { name: 'Últimos 30 dias' }).click()
    await report.getByRole('button', { name: 'Últimos 30 dias', pressed: true }).waitFor()
    const worst = report.getByRole('region', { name: 'Os dez maiores atrasos' })
    await worst.getByRole('link', { name: 'Lia Prado' }).click()
    await report.locator('.conversation-name', { hasText: 'Lia Prado' }).waitFor()
  },
  browserTestMs,
)
