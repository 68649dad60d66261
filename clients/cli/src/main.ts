/** Runs the command that the arguments of this process name. */
export async function main(): Promise<void> {
  process.stderr.write('svc: nothing here yet\n')
}
