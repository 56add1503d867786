import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findHolder, isFolderFree } from '../../kernel/company/folder-lock'
import { keptDays, listReplacedFolders } from '../../kernel/company/folder-swap'
import { isHostKey } from '../../kernel/config/host-key'
import { addMs } from '../../kernel/time/clock'
import { dayMs } from '../../kernel/time/durations.contract'
import { bad, type Check, type ExaminedHost, type Found, good, megabytes, minuteOf, notice } from './examined-host'
import type { SurveyedCompany } from './survey-host'

export const lockCheck: Check = {
  name: 'lock',
  look({ config, running }) {
    if (running) return [running.lock.isHeld() ? good('lockHeld') : bad('lockLost')]
    const holder = existsSync(join(config.dataDir, 'lock.sqlite')) ? findHolder(config.dataDir) : undefined
    if (!isFolderFree(config.dataDir))
      return [bad('lockElsewhere', { pid: holder?.pid ?? '?', host: holder?.host ?? '?' })]
    return [notice(holder ? 'notRunningCrashed' : 'notRunning')]
  },
}

export const integrityCheck: Check = {
  name: 'integrity',
  look(host) {
    const { config, survey } = host
    const path = join(config.dataDir, 'platform.sqlite')
    if (!survey.catalog.exists) return [notice('catalogMissing', { path })]
    const { damage } = survey.catalog
    const found = [
      ...(damage === undefined ? [] : [bad('catalogDamaged', { path, error: damage })]),
      ...hostKeyOf(config.dataDir),
      ...survey.companies.flatMap((company) => damageOf(config.dataDir, company)),
      // A damaged catalog lists nothing.
      ...(damage === undefined ? unlistedFolders(host) : []),
    ]
    const kept = replacedFolders(config.dataDir)
    return [...(found.length > 0 ? found : [good('catalogGood', { count: survey.companies.length })]), ...kept]
  },
}

function hostKeyOf(dataDir: string): Found[] {
  const path = join(dataDir, 'host.key')
  return existsSync(path) && isHostKey(readFileSync(path, 'utf8')) ? [] : [bad('hostKeyBad', { path })]
}

function damageOf(dataDir: string, { id, name, exists, damage, belongsTo }: SurveyedCompany): Found[] {
  const path = join(dataDir, 'companies', String(id))
  const facts = { company: id, name, path }
  if (!exists) return [bad('companyMissing', facts)]
  if (damage !== undefined)
    return [bad('companyDamaged', { ...facts, path: join(path, 'company.sqlite'), error: damage })]
  return belongsTo === undefined ? [] : [bad('companyForeign', { ...facts, owner: belongsTo || '?' })]
}

function unlistedFolders({ config, survey }: ExaminedHost): Found[] {
  const folder = join(config.dataDir, 'companies')
  const known = new Set(survey.companies.map(({ id }) => String(id)))
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names
    .filter((name) => /^\d+$/.test(name) && !known.has(name))
    .map((name) => notice('companyUnlisted', { path: join(folder, name) }))
}

const replacedFolders = (dataDir: string): Found[] =>
  listReplacedFolders(dataDir).map(({ companyId, folder, replacedAt }) =>
    notice('companyReplaced', {
      company: companyId,
      path: folder,
      until: minuteOf(addMs(replacedAt, keptDays * dayMs)),
    }),
  )

const walBytesMax = 256 * 1024 * 1024

export const walCheck: Check = {
  name: 'writeAheadLogs',
  look({ config, survey }) {
    const files = [
      { path: join(config.dataDir, 'platform.sqlite'), bytes: survey.catalog.walBytes },
      ...survey.companies.map(({ id, walBytes }) => ({
        path: join(config.dataDir, 'companies', String(id), 'company.sqlite'),
        bytes: walBytes,
      })),
    ]
    const large = files.filter(({ bytes }) => bytes > walBytesMax)
    if (large.length === 0) {
      return [good('walGood', { megabytes: megabytes(Math.max(...files.map(({ bytes }) => bytes))) })]
    }
    return large.map(({ path, bytes }) => bad('walLarge', { path, megabytes: megabytes(bytes) }))
  },
}

export const mediaCheck: Check = {
  name: 'media',
  look({ survey }) {
    const found = survey.companies.flatMap(({ id: company, name, media }) => [
      ...(media.lost > 0 ? [bad('mediaLost', { company, name, count: media.lost, example: media.lostExample })] : []),
      ...(media.unrecorded > 0
        ? [
            notice('mediaUnrecorded', {
              company,
              name,
              count: media.unrecorded,
              megabytes: megabytes(media.unrecordedBytes),
            }),
          ]
        : []),
    ])
    return found.length > 0 ? found : [good('mediaGood')]
  },
}
