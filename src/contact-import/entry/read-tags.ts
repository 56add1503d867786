import * as v from 'valibot'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { TagId } from '../../kernel/ids'
import { cleanName, nameKey } from '../../kernel/text/name-text.contract'
import { createTag } from '../../tag/save-tag'
import { TagBody } from '../../tag/tag.contract'
import { listTags } from '../../tag/tag.queries'

const nameLengthMin = 3
const nameLengthMax = 50
/** Limit of new tags per import, in case the column contains something else. */
const newTagsMax = 100
const perContactMax = 20

/** Google puts it on every contact. */
const everybody = /^my ?contacts$/i

/** Creates missing plain tags. */
export function createTagReader(ctx: CompanyContext) {
  const known = new Map(listTags(ctx, { kanban: false }).map((tag) => [tag.nameKey, tag.id]))
  let made = 0

  function tagOf(now: CompanyContext, name: string): TagId | undefined {
    const key = nameKey(name)
    const id = known.get(key)
    if (id !== undefined || name.length < nameLengthMin || made >= newTagsMax) return id
    made++
    const tag = createTag(now, v.parse(TagBody, { name: name.slice(0, nameLengthMax), kanban: false }))
    known.set(key, tag.id)
    return tag.id
  }

  return (now: CompanyContext, text: string) => {
    const names = text
      .split(/:::|[,;|]/)
      .map((name) => cleanName(name.replace(/^\s*\*/, '')))
      .filter((name) => name !== '' && !everybody.test(name))
    const ids = names.slice(0, perContactMax).flatMap((name) => tagOf(now, name) ?? [])
    return { tagIds: [...new Set(ids)], isCut: ids.length < names.length }
  }
}
