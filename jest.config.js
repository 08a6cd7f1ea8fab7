const shared = {
  transform: {},
  testEnvironment: "node",
  haste: { enableSymlinks: false },
  modulePathIgnorePatterns: [],
};

/** Tests run as compiled JavaScript: worker threads, bins and self-references then use one copy of each module. */
export default {
  testTimeout: 60_000,
  maxWorkers: "100%",
  projects: [
    {
      ...shared,
      displayName: "test",
      roots: ["<rootDir>/dist/test"],
      testMatch: ["**/*.test.js"],
      testPathIgnorePatterns: ["/node_modules/", "/endurance/"],
    },
    ...(process.env.MESSENGER_ENDURANCE
      ? [
          {
            ...shared,
            displayName: "endurance",
            roots: ["<rootDir>/dist/test/endurance"],
            testMatch: ["**/*.test.js"],
          },
        ]
      : []),
  ],
};
