import { inBatches } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import { missingVariables } from '../run/campaign-messages'
import { type CampaignSource, type Person, readPeople } from '../run/candidates.view'

interface MissingValues {
  /** Names in braces that no recipient has a value for. */
  unknownVariables: string[]
  /** Names that some recipients have no value for, and the number of those recipients. */
  missingValues: { name: string; recipients: number }[]
}

const peopleAtOnce = 500

/** Looks at all recipients, some in each turn of the event loop. */
export async function countMissingValues(
  ctx: CompanyContext,
  campaign: Parameters<typeof missingVariables>[1],
  source: CampaignSource,
  texts: readonly string[],
): Promise<MissingValues> {
  const missing = missingVariables(ctx, campaign, texts)
  const counts = new Map(missing.names.map((name) => [name, 0]))
  let recipients = 0
  const count = (person: Person) => {
    recipients++
    for (const name of missing.of(person)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const read = (after: number | undefined) =>
    after === undefined ? [] : [readPeople(ctx, source, after, peopleAtOnce)]
  await inBatches(ctx, {
    next: (part: ReturnType<typeof readPeople> | undefined) => read(part ? part.last : counts.size > 0 ? 0 : undefined),
    work: ({ people }) => people.forEach(count),
  })
  const lacking = [...counts].filter(([, lackedBy]) => lackedBy > 0)
  return {
    unknownVariables: lacking.filter(([, lackedBy]) => lackedBy === recipients).map(([name]) => name),
    missingValues: lacking
      .filter(([, lackedBy]) => lackedBy < recipients)
      .map(([name, lackedBy]) => ({ name, recipients: lackedBy })),
  }
}
