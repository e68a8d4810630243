// `kernelcast farm`: many GPUs and many machines tune, measure and predict together.

import type { Argv, CommandModule } from 'yargs';
import { farmAgentCommand } from './farm-agent.ts';
import { farmExportCommand, farmImportCommand } from './farm-files.ts';
import { farmStartCommand } from './farm-start.ts';
import { farmStatusCommand } from './farm-status.ts';

export const farmCommand: CommandModule = {
  command: 'farm <command>',
  describe: 'Tune, measure and predict on many GPUs and machines together',
  builder: (yargs: Argv) =>
    yargs
      .command([
        farmStartCommand,
        farmAgentCommand,
        farmStatusCommand,
        farmImportCommand,
        farmExportCommand,
      ] as never)
      .demandCommand(1),
  handler: () => {},
};
