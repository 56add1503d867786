import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { CampaignSettings } from '../campaign/campaign.contract'
import { ConnectionBody } from '../connection/connection.contract'
import { domains } from '../domains'
import { auditActions } from '../kernel/audit/audit.contract'
import { hostAuditTypes } from '../platform/audit/host-audit.contract'
import { platformSettingDefaults } from '../platform/branding/platform-setting.contract'
import { UpdateCompanyBody } from '../platform/company/company.contract'
import { PaymentSettingsBody } from '../platform/payment/payment-settings.contract'
import { settingKeys } from '../setting/setting.contract'
import { switchNames } from '../user/role/role.contract'
import { loadAuditWords } from './audit-words'

const records = domains.flatMap(({ records = [] }) => records)
const fieldsOf = (subject: string) => records.find((record) => record.subject === subject)?.auditedFields ?? []
const hostRecords = ['plan', 'announcement', 'help']

/** Types of the platform's entries that name fields, with all names that they may have. */
const hostFields = {
  'company.updated': Object.keys(UpdateCompanyBody.entries),
  'company.settingChanged': settingKeys,
  'setting.changed': Object.keys(platformSettingDefaults),
  'payment.settingsChanged': Object.keys(PaymentSettingsBody.entries),
  ...Object.fromEntries(hostRecords.map((subject) => [`${subject}.updated`, fieldsOf(subject)])),
}

const companyFields: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    records
      .filter(({ subject }) => !hostRecords.includes(subject))
      .map(({ subject, auditedFields = [] }) => [subject, auditedFields]),
  ),
  // The other name of `flowIdsScheduled`.
  connection: Object.keys(ConnectionBody.entries).filter((name) => name !== 'selectedFlowIds'),
  setting: settingKeys,
  campaignSetting: Object.keys(CampaignSettings.entries),
  user: switchNames,
}

/** What the code around `recordAudit` names. */
async function namesInCode() {
  const objects = new Set<string>()
  const fields = new Set<string>()
  for (const path of new Glob('src/**/*.ts').scanSync('.')) {
    if (/\.test\.ts$|src\/(testing|scripts|kernel)\//.test(path)) continue
    const text = await Bun.file(path).text()
    if (!/recordAudit|storeAudit|auditOwn|AuditChange\b/.test(text)) continue
    for (const [, name = ''] of text.matchAll(/(?:object: |audits\('[\w.]+', )'(\w+)'/g)) objects.add(name)
    for (const [, name = ''] of text.matchAll(/field: '(\w+)'/g)) fields.add(name)
    for (const [, names = ''] of text.matchAll(/given\(\{([^}]*)\}/g))
      for (const [name] of names.matchAll(/\w+(?=[:,\s])/g)) fields.add(name)
  }
  const facts = /factsOf = .*?\(\{(.*?)\}\)/s.exec(await Bun.file('src/user/audit-user.ts').text())?.[1] ?? ''
  for (const [, name = ''] of facts.matchAll(/^\s+(\w+)[,:]/gm)) fields.add(name)
  return { objects: [...objects], fields: [...fields] }
}

test('the types of the platform have names of fields in this test', () => {
  expect(hostRecords.flatMap(fieldsOf).length).toBeGreaterThan(20)
  expect(companyFields['queue']).toContain('assignmentMode')
})

for (const language of ['pt', 'en', 'es'] as const) {
  test(`everything that is audited has words: ${language}`, async () => {
    const { host, company } = await loadAuditWords(language, 'America/Sao_Paulo')
    const missing: string[] = []
    const check = (what: string, name: string, text: string | undefined) => {
      if (text === undefined || text === '' || text === name) missing.push(`${what} ${name}`)
    }
    for (const type of hostAuditTypes) check('type', type, host.action(type))
    for (const action of auditActions) check('action', action, company.action(action))
    for (const [type, fields] of Object.entries(hostFields))
      for (const field of fields) check(type, field, host.details(type, [{ field }])[0])
    for (const [object, fields] of Object.entries(companyFields))
      for (const field of fields) check(object, field, company.changes(object, [{ field }])[0])
    const { objects, fields } = await namesInCode()
    expect([objects.length > 15, fields.length > 20]).toEqual([true, true])
    for (const object of [...objects, ...Object.keys(companyFields)])
      if (companyFields[object]?.length !== 0) check('object', object, company.object(object))
    for (const field of fields) {
      const texts = ['', ...objects].map((object) => company.changes(object, [{ field }])[0])
      check(
        'field',
        field,
        texts.find((text) => text !== field),
      )
    }
    expect(missing).toEqual([])
  })
}
