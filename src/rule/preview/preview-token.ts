import * as v from 'valibot'
import type { CompanyContext } from '../../kernel/company/company-context'
import { hashSecret, readAddress } from '../../kernel/config/sealed-secret'
import { refuse } from '../../kernel/errors'
import { dayMs } from '../../kernel/time/durations.contract'
import { PreviewRuleBody } from '../rule.contract'

type Previewed = v.InferInput<typeof PreviewRuleBody>

const validMs = dayMs
const Token = v.object({ companyId: v.number(), rule: v.string(), atMs: v.number() })

/** Says that what this rule would have done was answered. */
export function createPreviewToken(ctx: CompanyContext, rule: Previewed) {
  const token: v.InferOutput<typeof Token> = { companyId: ctx.company.id, rule: keyOf(rule), atMs: ctx.now.getTime() }
  return ctx.company.services.sealer.seal(JSON.stringify(token))
}

export const isSameToPreview = (one: Previewed, other: Previewed) => keyOf(one) === keyOf(other)

/** @throws Refusal ERR_INVALID_INPUT for another rule's token, another company's or one older than a day */
export function assertPreviewed(ctx: CompanyContext, token: string, rule: Previewed) {
  const text = readAddress(ctx.company.services.sealer, token)
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), Token), text)
  const ageMs = success ? ctx.now.getTime() - output.atMs : Infinity
  if (!success || output.companyId !== ctx.company.id || output.rule !== keyOf(rule) || Math.abs(ageMs) > validMs) {
    refuse('ERR_INVALID_INPUT', { fields: { active: 'previewFirst' } })
  }
}

/** As the call reads it, however it was stored. */
function keyOf({ trigger, match, conditions, steps }: Previewed) {
  const { output } = v.safeParse(PreviewRuleBody, { trigger, match, conditions, steps })
  return hashSecret(JSON.stringify(output))
}
