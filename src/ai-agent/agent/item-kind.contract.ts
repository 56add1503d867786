export const itemKinds = ['product', 'faq', 'objection', 'complement'] as const
export type ItemKind = (typeof itemKinds)[number]
