import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  browserTestMs,
  expectFitsPhone,
  expectNoBarriers,
  hasFocus,
  sidewaysScroll,
  tabTo,
} from '../../src/testing/browser/browser'
import { createScreenWindows, refusedEntry, row, withWorld } from '../../src/testing/browser/screen-windows'
import { keepHostPoint } from '../../src/platform/host-history/host-history'
import { minuteMs } from '../../src/kernel/time/durations.contract'
import { until } from '../../src/testing/whatsapp/whatsapp-world'
import type { ServedWorld } from '../../src/testing/world/served-world'

const { open } = createScreenWindows('/host')
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Nobody is asked for the time. */
const alone = { WHATSAPP_WEB_URL: 'ws://127.0.0.1:1', GRAPH_API_URL: 'http://127.0.0.1:1' }

/** A day that rises and falls, as most do, in which Acme worked four times as long as Globex. */
function fillDay(world: ServedWorld) {
  const nowMs = Date.now()
  const gigabyte = 1024 ** 3
  for (let ago = 1439; ago > 0; ago -= 3) {
    const busy = Math.max(0, Math.sin(((1440 - ago) / 1440) * Math.PI * 2 - 0.8))
    keepHostPoint(
      world.platform,
      {
        at: nowMs - ago * minuteMs,
        processor: 0.04 + busy * 0.5,
        loopMs: Math.round(3 + busy * 40),
        memoryBytes: (0.3 + busy * 0.2) * gigabyte,
        windows: Math.round(busy * 180),
        requests: Math.round(20 + busy * 2400),
        failures: ago === 302 ? 2 : 0,
        inbound: Math.round(busy * 320),
        linesConnected: 41,
        lines: 43,
        diskFreeBytes: (80 - (1440 - ago) / 800) * gigabyte,
      },
      new Map([
        [1, 400],
        [2, 100],
      ]),
    )
  }
  const { sqlite } = world.platform.catalog
  sqlite.run(`UPDATE company SET folder_size = ${7 * gigabyte} WHERE id = 1`)
  sqlite.run(`UPDATE company SET folder_size = ${21 * gigabyte} WHERE id = 2`)
}

test(
  'shows figures, shares and findings, and follows them without a reload',
  () =>
    withWorld(
      async (world) => {
        fillDay(world)
        const { page, complaints, close } = await open(world, world.sofia)
        await page.getByRole('heading', { name: 'Servidor', exact: true }).waitFor()
        expect(await card(page, 'Pedidos').getByText('2 falhas em 24 horas').count()).toBe(1)
        await row(page, 'Acme.*80,0%.*7,5 GB').waitFor()
        await row(page, 'Globex.*20,0%.*22,5 GB').waitFor()
        await page.getByText('Ver como tabela').click()
        expect(
          await page.getByRole('table', { name: 'O último dia por hora' }).getByRole('row').count(),
        ).toBeGreaterThan(23)

        const windows = card(page, 'Janelas abertas')
        await until(() => world.hub.sockets() === 1, 'the socket')
        world.hostWatch.takePoint()
        await windows.getByText('1', { exact: true }).waitFor()
        const second = await open(world, world.gina, { path: '/tickets' })
        await until(() => world.hub.sockets() === 2, 'the second socket')
        world.hostWatch.takePoint()
        await windows.getByText('2', { exact: true }).waitFor()

        const doctor = panel(page, 'Diagnóstico')
        await doctor.getByText('Ainda não examinado').waitFor()
        await doctor.getByRole('button', { name: 'Examinar' }).click()
        await doctor.getByText('Nenhum backup é feito.').waitFor()
        await doctor.getByText('Defina BACKUP_TO com uma pasta em outro disco').waitFor()
        await doctor.getByText('PUBLIC_URL não está definida').first().waitFor()
        await doctor.getByText(/verificações em ordem/).click()
        await doctor.getByText('Os arquivos e seus registros coincidem.').waitFor()

        rmSync(join(world.platform.files.folderOf(2), 'company.sqlite-wal'), { force: true })
        rmSync(join(world.dataDir, 'host.key'))
        await doctor.getByRole('button', { name: 'Examinar de novo' }).click()
        await doctor.getByText('não existe ou não é uma chave').waitFor()
        await page.reload()
        await doctor.getByText('não existe ou não é uma chave').waitFor()
        expect(complaints).toEqual([])
        await second.close()
        await close()
      },
      { environment: alone },
    ),
  browserTestMs,
)

test(
  'mutes a company by keyboard, and says on which of two windows',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.sofia)
      const mute = row(page, 'Globex').getByRole('button', { name: 'Mais ações' })
      await tabTo(page, mute)
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Silenciar' }).press('Enter')
      const question = page.getByRole('alertdialog')
      await hasFocus(question.getByRole('button', { name: 'Silenciar' }))
      await page.keyboard.press('Enter')
      await row(page, 'Globex').getByText('Silenciada').waitFor()
      await question.waitFor({ state: 'detached' })
      expect(await row(page, 'Acme').getByText('Silenciada').count()).toBe(0)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'backs up at once, and says where and when',
  async () => {
    const target = mkdtempSync(join(tmpdir(), 'recado-backup-'))
    const environment = { ...alone, BACKUP_TO: target, BACKUP_PASSPHRASE: 'a-long-passphrase' }
    await withWorld(
      async (world) => {
        const { page, complaints, close } = await open(world, world.sofia)
        const backup = panel(page, 'Backup')
        await backup.getByText('Começa em breve').waitFor()
        await backup.getByRole('button', { name: 'Fazer backup agora' }).click()
        await backup.getByText('Em dia').waitFor()
        await backup.getByText(target).waitFor()
        await backup.getByText(/2 empresas/).waitFor()
        expect(complaints).toEqual([])
        await close()
      },
      { environment },
    )
    rmSync(target, { recursive: true, force: true })
  },
  browserTestMs,
)

test(
  'has no barriers, fits a phone and enlarged text, and keeps what it shows when a reload fails',
  () =>
    withWorld(
      async (world) => {
        fillDay(world)
        await world.hostWatch.examine()
        const expected = [/status of 500/, /^500 /, /Failed to load/, /ERR_FAILED/]
        const { page, close } = await open(world, world.sofia, { expected })
        await panel(page, 'Diagnóstico')
          .getByText(/verificações em ordem/)
          .click()
        await expectNoBarriers(page)
        await expectFitsPhone(page)
        // 1280 px at 200 %.
        await page.setViewportSize({ width: 640, height: 400 })
        expect(await sidewaysScroll(page)).toBe(0)
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.route('**/host', (route) => route.abort())
        await row(page, 'Globex').getByRole('button', { name: 'Mais ações' }).click()
        await page.getByRole('menuitem', { name: 'Silenciar' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Silenciar' }).click()
        const retry = page.getByRole('button', { name: 'Tentar novamente' })
        await retry.waitFor()
        await card(page, 'Processador').waitFor()
        await page.unroute('**/host')
        await retry.click()
        await row(page, 'Globex').getByText('Silenciada').waitFor()
        await retry.waitFor({ state: 'detached' })
        await close()
      },
      { environment: alone },
    ),
  browserTestMs,
)

test(
  'is for super users only',
  () =>
    withWorld(async (world) => {
      const { page, close } = await open(world, world.ana, { expected: refusedEntry })
      expect(await page.getByRole('link', { name: 'Servidor' }).count()).toBe(0)
      expect(await page.getByRole('heading', { name: 'Servidor', exact: true }).count()).toBe(0)
      await close()
    }),
  browserTestMs,
)
