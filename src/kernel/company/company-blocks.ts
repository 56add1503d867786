import type { CompanyId } from '../ids'

interface Block {
  ended: PromiseWithResolvers<void>
  holdsCalls: boolean
}

/** Companies whose file must not be used for a moment. */
export function createBlocks() {
  const blocks = new Map<CompanyId, Block>()
  return {
    has: (id: CompanyId) => blocks.has(id),
    /** Resolves when the block ends; undefined where calls are refused instead of waiting. */
    whenEnded(id: CompanyId) {
      const block = blocks.get(id)
      return block?.holdsCalls ? block.ended.promise : undefined
    },
    begin(id: CompanyId, holdsCalls: boolean) {
      const block: Block = { ended: Promise.withResolvers<void>(), holdsCalls }
      blocks.set(id, block)
      return () => {
        if (blocks.get(id) === block) blocks.delete(id)
        block.ended.resolve()
      }
    },
  }
}
