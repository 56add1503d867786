import { expect, test } from 'bun:test'
import { keysOf } from '../../../src/kernel/typed-object.contract'
import { CampaignSettings } from '../../../src/campaign/campaign.contract'
import { settingKeys } from '../../../src/setting/setting.contract'
import { settingGates } from '../../../src/setting/setting-gates.contract'
import { measureProcessor } from '../../../src/testing/clock/processor-time'
import { stub } from '../../../src/testing/stub'
import type { SessionUser } from '../../../src/user/session/session.calls'
import { createPlaceFinder } from '../../app/place'
import { connectionTabs } from '../../connection/form/connection-form'
import type { Area, AreaTexts } from '../../i18n/areas'
import { languages, type Language } from '../../i18n/languages'
import { loadTexts } from '../../i18n/load-texts'
import { areas } from '../../i18n/pt-areas'
import { queueFields } from '../../queue/queue-form'
import { routes } from '../../routes'
import { permissionNames } from '../../user/user-form'
import { menuFor } from '../menu/menu-for'
import { findablePlaces } from './places'

interface Who {
  profile: 'admin' | 'user'
  super?: boolean
  allowConnections?: 'enabled' | 'disabled'
  plan?: Record<string, boolean>
  settings?: Record<string, string>
}
const wholePlan = {
  useExternalApi: true,
  useIntegrations: true,
  useOpenAi: true,
  useCampaigns: true,
  useInternalChat: true,
}

const person = ({ plan = wholePlan, settings = {}, ...who }: Who) =>
  stub<SessionUser>({
    super: false,
    allowConnections: 'disabled',
    ...who,
    plan,
    queues: [],
    company: { companieSettings: settings },
  } as never)

const all = Object.keys(areas) as Area[]
const textsOf = Object.fromEntries(
  await Promise.all(languages.map(async (language) => [language, (await loadTexts(language, all)) as AreaTexts])),
) as Record<Language, AreaTexts>

const placesOf = (who: Who, language: Language = 'pt') =>
  findablePlaces({ user: person(who), language, texts: textsOf[language] })
const idsOf = (who: Who) => placesOf(who).map(({ id }) => id)
const finder = (who: Who, language: Language = 'pt') => {
  const find = createPlaceFinder(placesOf(who, language), textsOf[language])
  return (text: string) => find(text).map(({ id }) => id)
}
const found = (who: Who, text: string) => finder(who)(text)

const sofia: Who = { profile: 'admin', super: true }
const ana: Who = { profile: 'admin' }
const bruno: Who = { profile: 'user' }

test.each([...languages])('every setting and field is found by its label, without accents, in %s', (language) => {
  const places = placesOf(sofia, language)
  const find = finder(sofia, language)
  for (const { id, label } of places) {
    const plain = label.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
    expect(find(plain)).toContain(id)
  }
  expect(new Set(places.map(({ id }) => id)).size).toBe(places.length)
})

test('the settings of the options panel, and the fields of the tabs and forms, are all places', () => {
  const parts = new Set(['dropsGreetingFile', 'promptId', 'agentId'])
  const forms = Object.values(connectionTabs).flatMap((names): string[] => [...names])
  const expected = [
    ...settingKeys.map((key) => `setting.${key}`),
    ...['schedules.schedules', 'schedules.msg', 'companyWebhook.url', 'companies', 'plans', 'helps'].map(inSettings),
    ...['whitelabel.trialDays', 'whitelabel.appLogoDark', 'whitelabel.payments', 'webhook.url'].map(inSettings),
    ...forms.filter((name) => !parts.has(name)).map((name) => `connection.${name}`),
    ...queueFields.map((name) => `queue.${name}`),
    ...keysOf(CampaignSettings.entries).map((name) => `campaignSettings.${name}`),
    ...['queue.schedules', 'profile.password', 'user.password'],
    ...permissionNames.map((name) => `user.${name}`),
  ]
  const ids = idsOf(sofia)
  expect(expected.filter((id) => !ids.includes(id))).toEqual([])
})
const inSettings = (name: string) => `setting.${name}`

test.each([
  ['horário', ['setting.scheduleType', 'setting.schedules.schedules', 'connection.schedules', 'queue.schedules']],
  ['saudacao', ['setting.greetingAcceptedMessage', 'connection.greetingMessage', 'queue.greetingMessage']],
  ['senha', ['profile.password', 'user.password']],
  ['lgpd', ['setting.enableLGPD', 'setting.lgpdMessage', 'connection.lgpdMessage']],
  ['QR', ['connection.qrCode']],
  ['token api', ['connection.token']],
  ['despedida', ['connection.complationMessage', 'profile.farewellMessage']],
  ['idioma', ['profile.language']],
  ['planilha', ['screen./contacts/import']],
  ['webhook', ['setting.companyWebhook.url']],
  ['descadastro', ['campaignSettings.optOutMessage']],
] as const)('“%s” finds what is called otherwise', (text, ids) => {
  expect(found(ana, text)).toEqual(expect.arrayContaining([...ids]))
})

test('a label comes before other words', () => {
  const ids = found(ana, 'privacidade')
  expect(ids.indexOf('setting.lgpdLink')).toBeLessThan(ids.indexOf('setting.enableLGPD'))
  expect(found(ana, 'consentimento')[0]).toBe('setting.lgpdMessage')
})

test('each sees only what role and plan allow', () => {
  expect(idsOf(bruno).filter((id) => !id.startsWith('profile.'))).toEqual([])
  expect(idsOf({ ...bruno, allowConnections: 'enabled' }).filter((id) => !/^(profile|connection)\./.test(id))).toEqual(
    [],
  )
  expect(idsOf({ ...bruno, allowConnections: 'enabled' })).not.toContain('connection.schedules')
  expect(
    idsOf(ana).filter((id) => /^setting\.(whitelabel|webhook|plans|companies|helps|userCreation)/.test(id)),
  ).toEqual([])
  const small = idsOf({ ...ana, plan: {} })
  for (const id of ['setting.companyWebhook.url', 'connection.flowIdWelcome', 'connection.integrationId'])
    expect([idsOf(ana).includes(id), small.includes(id)]).toEqual([true, false])
  for (const id of ['screen./campaigns/suppressions', 'campaignSettings.startHour']) expect(small).not.toContain(id)
})

test('hours that a choice hides open at that choice', () => {
  const hrefs = (scheduleType: string) =>
    Object.fromEntries(placesOf({ ...ana, settings: { scheduleType } }).map(({ id, href }) => [id, href]))
  expect(hrefs('disabled')).toMatchObject({
    'connection.schedules': '/settings?field=scheduleType&shows=connectionHours',
    'queue.schedules': '/settings?field=scheduleType&shows=queueHours',
  })
  expect(hrefs('queue')).toMatchObject({
    'connection.schedules': '/settings?field=scheduleType&shows=connectionHours',
    'queue.schedules': '/queues?field=schedules',
  })
  const hidden = keysOf(settingGates).filter((name) => 'isHidden' in settingGates[name])
  expect(hidden).toEqual(['connectionHours', 'queueHours'])
})

test('other words belong to places and commands that exist', () => {
  const menu = menuFor(person(sofia), routes).flatMap(({ entries }) => entries.map(({ href }) => `screen-${href}`))
  const known = new Set([...idsOf(sofia), ...menu, 'new-ticket', 'theme', 'profile'])
  expect(Object.keys(textsOf.pt.place.words).filter((id) => !known.has(id))).toEqual([])
})

test('a key press is answered within a frame', () => {
  const find = finder(sofia)
  const took = measureProcessor()
  for (let press = 0; press < 20; press++) find('sa')
  expect(took() / 20).toBeLessThan(16)
})
