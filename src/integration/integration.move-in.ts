import { sealAddress } from '../kernel/config/sealed-secret'
import { unusedName } from '../kernel/move-in/free-choice'
import type { MoveInStep } from '../kernel/move-in/move-in-step'
import { numberOf, textOf, timesOf } from '../kernel/move-in/source-values'
import { delayMsMax, integrationLanguages, integrationTypes } from './integration.contract'
import { integrationTable } from './integration.tables'

export const integrationStep: MoveInStep = {
  table: 'QueueIntegrations',
  take(moveIn, row) {
    const { ctx } = moveIn
    const type = integrationTypes.find((one) => one === row['type'])
    if (!type) return { skipped: `kindUnknown ${textOf(row['type'], 30)}` }
    const { sealer } = ctx.company.services
    const others = ctx.db.select({ key: integrationTable.nameKey }).from(integrationTable).all()
    const naming = unusedName(
      textOf(row['name']),
      others.map(({ key }) => key),
      { missing: type },
    )
    const account = textOf(row['jsonContent'], 20_000).trim()
    const url = textOf(row['urlN8N'], 2000).trim()
    return ctx.db
      .insert(integrationTable)
      .values({
        ...naming,
        type,
        projectName: textOf(row['projectName'], 200),
        jsonContent: account && account !== '{}' ? sealer.seal(account) : '',
        language: integrationLanguages.find((one) => one === row['language']) ?? 'pt-BR',
        urlN8N: /^https?:\/\//i.test(url) && URL.canParse(url) ? sealAddress(sealer, url) : '',
        typebotSlug: textOf(row['typebotSlug'], 200).replace(/[^A-Za-z0-9-]/g, ''),
        typebotDelayMessage: numberOf(row['typebotDelayMessage'], { max: delayMsMax, missing: 1000 }),
        typebotExpires: numberOf(row['typebotExpires'], { max: 60 * 24 * 30 }),
        typebotKeywordFinish: textOf(row['typebotKeywordFinish'], 50),
        typebotKeywordRestart: textOf(row['typebotKeywordRestart'], 50),
        typebotRestartMessage: textOf(row['typebotRestartMessage'], 4096),
        typebotUnknownMessage: textOf(row['typebotUnknownMessage'], 4096),
        ...timesOf(row),
      })
      .returning({ id: integrationTable.id })
      .get().id
  },
}
