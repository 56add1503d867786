export const sourceProblems = [
  ...(['addressInvalid', 'databaseLost', 'databaseSilent', 'databaseRefuses', 'encoding', 'fileMissing'] as const),
  ...(['folderUnknown', 'fileEmpty', 'packed', 'tar', 'sqlite', 'utf16', 'packedShort', 'packedDamaged'] as const),
  ...(['rowTooLong', 'noRows', 'columnsUnnamed', 'severalSystems', 'otherSystem', 'restoreMissing'] as const),
  ...(['restoreOld', 'restoreShort', 'restoreFailed', 'endMissing', 'otherForm', 'rowDamaged', 'cutShort'] as const),
  ...(['companyMissing', 'diskFull', 'redisAddress', 'redisSilent'] as const),
] as const
export type SourceProblem = (typeof sourceProblems)[number]
export type ProblemValues = Readonly<Record<string, string | number>>
