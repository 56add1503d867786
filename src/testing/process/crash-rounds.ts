/** How often a test kills a process: at chosen moments first, then at random. `npm run drill -- crash ROUNDS` gives more. */
export const crashRounds = (usual: number) => Number(process.env['CRASH_ROUNDS'] ?? usual)
