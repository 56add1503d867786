import type { Page } from '@playwright/test'
import { expect, test } from 'bun:test'
import { contactTable } from '../../src/contact/contact.tables'
import { keysOf } from '../../src/kernel/typed-object.contract'
import { isSettingKey, settingDefaults } from '../../src/setting/setting.contract'
import { getSettings } from '../../src/setting/setting.queries'
import { isGateOpen, settingGates, type ShownGateName } from '../../src/setting/setting-gates.contract'
import { browserTestMs, findBarriers, hasFocus } from '../../src/testing/browser/browser'
import { conversation } from '../../src/testing/browser/conversation-parts'
import { createScreenWindows, dialog, refusedFields, withWorld } from '../../src/testing/browser/screen-windows'
import { setSetting } from '../../src/testing/conversation/conversation'
import { messageEvent, receive } from '../../src/testing/conversation/inbound'
import { setting as texts } from '../i18n/pt/setting'

const { open } = createScreenWindows('/tickets')

const tab = (name: string) => (page: Page) => dialog(page).getByRole('tab', { name, exact: true }).click()
const row = (path: string, name: RegExp) => async (page: Page, go: (to: string) => Promise<void>) => {
  await go(path)
  await page.getByRole('button', { name }).first().click()
}
type Opener = ReturnType<typeof row>
const then =
  (first: Opener, second: (page: Page) => Promise<void>): Opener =>
  async (page, go) => {
    await first(page, go)
    await second(page)
  }

const connection = row('/connections', /Acme WhatsApp/)
const queue = row('/queues', /Vendas/)

/** How the fields of each gate are reached, by form and gate. */
const places: Record<string, Opener> = {
  'connection onlyQueueGreeting': then(connection, tab('Mensagens')),
  'connection rating': then(connection, tab('Avaliações')),
  'connection consent': then(connection, tab('Mensagens')),
  'connection outOfHours': then(connection, tab('Mensagens')),
  'queue onlyQueueGreeting': queue,
  'queue queueNotification': queue,
  'user farewell': row('/users', /Bruno Lima/),
  'contact wallet': then(row('/contacts', /Dona Maria/), async (page) =>
    page.getByRole('dialog').getByRole('button', { name: 'Editar contato' }).click(),
  ),
  'contact audio': then(
    async (page, go) => {
      await go('/tickets')
      await page.getByRole('tab', { name: /Aguardando/ }).click()
      await page.getByRole('article').filter({ hasText: 'Dona Maria' }).click()
    },
    async (page) => conversation(page).getByRole('button', { name: 'Dados do contato' }).click(),
  ),
  'schedule signature': row('/schedules', /Agendar mensagem/),
}

const shown = keysOf(settingGates).filter((name): name is ShownGateName => !('isHidden' in settingGates[name]))
const gatesOfForms = shown.flatMap((name) =>
  Object.keys(settingGates[name].fields).map((form) => [form, name] as const),
)

test(
  'every field whose effect depends on a setting says so, with the setting beside it',
  () =>
    withWorld(async (world) => {
      const settings = (companyId = 1) => getSettings(world.ctx(companyId))
      const { sqlite } = world.ctx(1).company
      sqlite.run('DELETE FROM connection_queue WHERE queue_id <> 1')
      world.ctx(1).db.update(contactTable).set({ walletUserId: 2 }).run()
      receive(world, 1, messageEvent())
      setSetting(world, 'lgpdMessage', 'Tratamos seus dados')
      const { page, go, complaints, close } = await open(world, world.ana)
      expect(Object.keys(places).sort()).toEqual(gatesOfForms.map((pair) => pair.join(' ')).sort())
      for (const [form, name] of gatesOfForms) {
        const { setting, values } = settingGates[name]
        const shut = setting === 'scheduleType' ? 'disabled' : values[0] === 'enabled' ? 'disabled' : 'enabled'
        setSetting(world, setting, shut)
        const before = settings()
        await places[`${form} ${name}`]?.(page, go)
        await page.getByText(texts.gates.shut[name]).waitFor()
        if (form === 'queue') expect(await findBarriers(page)).toEqual([])
        const label = texts.settings[setting].label
        const control = page.locator('.setting-gate').getByLabel(label, { exact: true })
        if (setting === 'scheduleType') {
          await control.click()
          await page.getByRole('option', { name: 'Conexão' }).click()
        } else {
          await control.focus()
          await page.keyboard.press('Space')
        }
        await page.getByText(texts.gates.open).waitFor()
        await hasFocus(control)
        expect(isGateOpen(name, settings())).toBe(true)
        expect({ ...settings(), [setting]: shut }).toEqual(before)
      }
      expect(
        Object.entries(settings(2)).filter(([key, value]) => isSettingKey(key) && value !== settingDefaults[key]),
      ).toEqual([])
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'a setting that lacks its text stays off and says why; who may not change settings is told who may',
  () =>
    withWorld(async (world) => {
      const ana = await open(world, world.ana, { expected: refusedFields })
      await places['connection consent']?.(ana.page, ana.go)
      const control = ana.page.locator('.setting-gate').getByLabel(texts.settings.enableLGPD.label, { exact: true })
      await control.click()
      await ana.page.getByText(texts.gates.lacksText(texts.settings.lgpdMessage.label)).waitFor()
      expect(await control.isChecked()).toBe(false)
      expect(getSettings(world.ctx(1)).enableLGPD).toBe('disabled')
      setSetting(world, 'sendSignMessage', 'disabled')
      const bruno = await open(world, world.bruno)
      await places['schedule signature']?.(bruno.page, bruno.go)
      await bruno.page.getByText(texts.gates.shut.signature).waitFor()
      await bruno.page.getByText(texts.gates.askAdmin).waitFor()
      expect(await bruno.page.locator('.setting-gate').getByRole('switch').count()).toBe(0)
      expect([...ana.complaints, ...bruno.complaints]).toEqual([])
      await ana.close()
      await bruno.close()
    }),
  browserTestMs,
)
